// entry: f
// expect: unknown
#include <stdio.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  char d[8];
  return sprintf(d, "%s", s);
}

int main(void)
{
  f("123456789");
  return 0;
}
