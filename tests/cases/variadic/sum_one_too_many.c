// expect: unknown
// One number more is read than was passed; the machine has something in its place.
#include <stdarg.h>

static int sum(int n, ...)
{
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s += va_arg(ap, int) & 1;
  va_end(ap);
  return s;
}

int main(void)
{
  return sum(3, 1, 2);
}
