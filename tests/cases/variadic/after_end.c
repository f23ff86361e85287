// expect: unknown
// A list is used after its end.
#include <stdarg.h>

static int second(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  int a = va_arg(ap, int);
  va_end(ap);
  return a + va_arg(ap, int);
}

int main(void)
{
  return second(2, 3, 4);
}
