// expect: proved
// Each activation frees the cell it is given and passes on one of its own; the last frees its cell.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int drain(int *cell) {
  int left = *cell;
  free(cell);
  if (left <= 0)
    return left;
  int *mine = malloc(sizeof(int));
  *mine = left - 1;
  return drain(mine);
}
int main(void) {
  int *turns = malloc(sizeof(int));
  *turns = __VERIFIER_nondet_int();
  while (*turns > 0) {
    int *cell = malloc(sizeof(int));
    *cell = *turns;
    *turns -= drain(cell) == 0 ? 1 : 0;
  }
  free(turns);
  return 0;
}
