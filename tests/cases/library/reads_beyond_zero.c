// entry: len
// expect: unknown reason~"end\(\*p\)"
// Looks one byte further than the terminating zero; the message names the zero.
#include <stddef.h>

/*@ requires valid_read_string(s); */
size_t len(const char *s)
{
  const char *p = s;
  while (p[1])
    p++;
  return p - s;
}

int main(void)
{
  char *empty = "";
  return (int)len(empty);
}
