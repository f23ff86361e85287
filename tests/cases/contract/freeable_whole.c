// entry: drop
// expect: proved
// A smaller range at the same pointer, named later, says nothing of the size of the block.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. n - 1)) && n >= 2 && \freeable(p);
  @ requires \valid(p + (0 .. 1)); */
void drop(char *p, int n)
{
  p[n - 1] = 0;
  p[1] = 1;
  free(p);
}
