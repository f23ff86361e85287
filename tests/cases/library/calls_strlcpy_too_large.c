// entry: f
// expect: unknown
// The size that is told is one more than the room.
#include <stddef.h>
#include <string.h>

size_t strlcpy(char *, const char *, size_t);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  strlcpy(d, s, sizeof d + 1);
  return d[0];
}

int main(void)
{
  f("123456789");
  return 0;
}
