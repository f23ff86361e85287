// entry: cut
// expect: bad input message~"is at least 0: add that it is"
// With a negative n nothing is said of the block's size, and the store is outside.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. n - 1)) && \freeable(p); */
void cut(char *p, int n)
{
  if (n != 0)
    p[n - 1] = 0;
  free(p);
}
