// expect: proved
// Each activation writes the cell it is given and frees the one it passed down.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void fill(int *out, int n) {
  if (n <= 0) {
    *out = n;
    return;
  }
  int *inner = malloc(sizeof(int));
  fill(inner, n - 1);
  free(inner);
}
int main(void) {
  int *result = malloc(sizeof(int));
  *result = __VERIFIER_nondet_int();
  fill(result, *result);
  free(result);
  return 0;
}
