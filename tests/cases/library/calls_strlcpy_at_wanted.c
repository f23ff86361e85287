// entry: f
// expect: unknown
// The result is the length that was wanted, not the one that had room.
#include <stddef.h>
#include <string.h>

size_t strlcpy(char *, const char *, size_t);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  size_t wanted = strlcpy(d, s, sizeof d);
  return d[wanted];
}

int main(void)
{
  f("123456789");
  return 0;
}
