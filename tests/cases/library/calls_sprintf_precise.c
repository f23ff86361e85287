// entry: f
// expect: unknown
#include <stdio.h>

int f(int n)
{
  char c[14];
  return sprintf(c, "%.13d", n);
}

int main(void)
{
  f(-1);
  return 0;
}
