// entry: f
// expect: proved
#include <stddef.h>
#include <string.h>

size_t strlcat(char *, const char *, size_t);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  char d[16] = "/";
  strlcat(d, s, sizeof d);
  if (strlcat(d, t, sizeof d) >= sizeof d)
    return -1;
  return d[strlen(d)];
}

int main(void)
{
  f("usr/local", "/include");
  return 0;
}
