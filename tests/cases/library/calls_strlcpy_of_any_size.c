// entry: f
// expect: proved
// A size of 0 writes nothing.
#include <stddef.h>
#include <string.h>

size_t strlcpy(char *, const char *, size_t);

/*@ requires valid_read_string(s) && \valid(d + (0 .. n - 1)) && \separated(d + (0 .. n - 1), s + (0 .. strlen(s))); */
size_t f(char *d, const char *s, size_t n)
{
  size_t wanted = strlcpy(d, s, n);
  if (n > 0 && d[strlen(d)] != 0)
    d[n] = 0;
  return wanted;
}
