// entry: f
// expect: proved
#include <math.h>

int f(int n, double x, float y)
{
  double a[4] = { sqrt(x), pow(x, 2), floor(x) * x + 1, fabs(x) };
  float b = sinf(y) + roundf(y);
  int steps = 0;
  for (int i = 0; i < n; i++) {
    a[i & 3] = fmod(a[i & 3], 7) + ldexp(x, 3) + b;
    if (lround(a[i & 3]) > 100)
      steps |= 1;
  }
  return steps;
}

int main(void)
{
  return f(3, 2.0, 1.0f);
}
