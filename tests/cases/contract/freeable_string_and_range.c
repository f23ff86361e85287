// entry: cut
// expect: violated memory safety
// A string and a range at one pointer: n may be 0, whatever the string is.
#include <stdlib.h>

/*@ requires valid_string(s) && \valid(s + (0 .. n - 1)) && \freeable(s); */
void cut(char *s, size_t n)
{
  s[n - 1] = 0;
  free(s);
}
