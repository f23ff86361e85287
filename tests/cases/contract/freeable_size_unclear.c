// entry: drop
// expect: bad input message~"nothing says that one holds the other"
// Which of the two ranges is the block?
#include <stdlib.h>

/*@ requires \valid(p + (0 .. n - 1)) && \valid(p + (0 .. m - 1)) && \freeable(p); */
void drop(char *p, size_t n, size_t m)
{
  free(p);
}
