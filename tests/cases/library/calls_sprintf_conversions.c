// entry: f
// expect: proved
#include <stdio.h>

/*@ requires 0 <= w <= 20; */
int f(int w, long n, double x)
{
  char a[32], b[400], c[64];
  return sprintf(a, "%+.8d", w) | sprintf(b, "%.20f %s", x, "text") | sprintf(c, "%*ld %.2s", w, n, "abc");
}

int main(void)
{
  f(20, -1, 0.5);
  return 0;
}
