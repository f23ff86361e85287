// expect: unknown
// As cell_freed_by_owner.c, but the innermost activation frees its cell as well.
#include <stdlib.h>
static void fill(int *out, int n) {
  if (n <= 0) {
    *out = n;
    free(out);
    return;
  }
  int *inner = malloc(sizeof(int));
  fill(inner, n - 1);
  free(inner);
}
int main(void) {
  int *result = malloc(sizeof(int));
  fill(result, 3);
  return 0;
}
