// entry: f
// expect: proved
#include <stdio.h>

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  return puts(s) >= 0;
}

int main(void)
{
  f("ab");
  return 0;
}
