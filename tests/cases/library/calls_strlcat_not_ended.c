// entry: f
// expect: unknown
// Of a part without a 0 nothing is written, so that the place behind it is none of the array's.
#include <stddef.h>
#include <string.h>

size_t strlcat(char *, const char *, size_t);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[4] = { 'a', 'b', 'c', 'd' };
  strlcat(d, s, sizeof d);
  return d[strlen(d)];
}

int main(void)
{
  f("e");
  return 0;
}
