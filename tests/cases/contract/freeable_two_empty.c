// entry: drop
// expect: bad input message~"may be one block of malloc\(0\)"
// Both parameters may be one result of malloc(0), which is freed twice then.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. n - 1)) && \freeable(p) && \valid(q + (0 .. m - 1)) && \freeable(q);
  @ requires \separated(p + (0 .. n - 1), q + (0 .. m - 1)); */
void drop(char *p, size_t n, char *q, size_t m)
{
  free(p);
  free(q);
}
