// expect: bad input
// No argument is a char: it is passed as an int.
#include <stdarg.h>

static int f(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  int c = va_arg(ap, char);
  va_end(ap);
  return c;
}

int main(void)
{
  return f(1, 'x');
}
