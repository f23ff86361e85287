// expect: violated termination
// The values are in memory, and a function that returns is called in each round.
#include <stdlib.h>
static void add(unsigned long *to, unsigned long n) { *to += n; }
int main(void) {
  unsigned long *cell = malloc(2 * sizeof *cell);
  cell[0] = 1;
  cell[1] = 5;
  while (cell[1] == 5)
    add(&cell[0], cell[1]);
  free(cell);
  return 0;
}
