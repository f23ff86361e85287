// entry: f
// expect: violated memory safety
#include <stdio.h>

/*@ requires 0 <= w <= 64; */
int f(int w, int n)
{
  char c[64];
  return sprintf(c, "%*d", w, n);
}

int main(void)
{
  f(64, 1);
  return 0;
}
