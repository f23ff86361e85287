// entry: parse
// expect: proved
#include <stdio.h>

/*@ requires valid_read_string(s) && \valid(x) && \valid(y) && \separated(x, y, s + (0 .. strlen(s))); */
int parse(const char *s, int *x, int *y)
{
  return sscanf(s, "%d,%d", x, y) == 2;
}
