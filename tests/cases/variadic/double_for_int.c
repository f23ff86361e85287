// expect: unknown
// A number of floating point is read where an integer was passed.
#include <stdarg.h>

static int positive(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  int r = va_arg(ap, double) > 0;
  va_end(ap);
  return r;
}

int main(void)
{
  return positive(1, 5);
}
