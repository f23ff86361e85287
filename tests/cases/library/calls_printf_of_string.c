// entry: f
// expect: proved
#include <stdio.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  return printf("%s, %d\n", s, 5) > 5;
}

int main(void)
{
  f("ab");
  return 0;
}
