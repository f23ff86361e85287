// expect: unknown
// As cell_passed_down.c, but the cell is read once more after the call that frees it.
#include <stdlib.h>
static int drain(int *cell) {
  int left = *cell;
  free(cell);
  if (left <= 0)
    return left;
  int *mine = malloc(sizeof(int));
  *mine = left - 1;
  return drain(mine) + *mine;
}
int main(void) {
  int *cell = malloc(sizeof(int));
  *cell = 3;
  return drain(cell);
}
