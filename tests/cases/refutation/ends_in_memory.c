// expect: memory-safe only
// The counter that ends it is in memory, and steps over many values.
#include <stdlib.h>
int main(void) {
  unsigned *cell = malloc(sizeof *cell);
  *cell = 7;
  while (*cell % 262147u != 3u) *cell = *cell * 2654435761u + 1u;
  free(cell);
  return 0;
}
