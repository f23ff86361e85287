// expect: violated termination
// As endless_memory.c; the number in memory decides which way a round goes, so that only a graph shows it.
#include <stdlib.h>
static void add(unsigned long *to, unsigned long n) { *to += n; }
int main(void) {
  unsigned long *cell = malloc(2 * sizeof *cell);
  cell[0] = 1;
  cell[1] = 5;
  while (cell[1] == 5) {
    add(&cell[0], cell[1]);
    if (cell[0] > 100)
      add(&cell[0], 3);
  }
  free(cell);
  return 0;
}
