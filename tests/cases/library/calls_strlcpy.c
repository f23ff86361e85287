// entry: f
// expect: proved
// Whatever fits is copied, and ended.
#include <stddef.h>
#include <string.h>

size_t strlcpy(char *, const char *, size_t);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  size_t wanted = strlcpy(d, s, sizeof d);
  return wanted >= sizeof d ? -1 : d[strlen(d)];
}

int main(void)
{
  f("123456789");
  return 0;
}
