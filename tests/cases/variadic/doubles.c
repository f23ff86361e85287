// expect: proved
// Floating point and integers have registers of their own.
#include <stdarg.h>

static int count(const char *types, ...)
{
  va_list ap;
  int n = 0;
  va_start(ap, types);
  for (; *types; types++) {
    if (*types == 'd' && va_arg(ap, double) > 0) n++;
    if (*types == 'i' && va_arg(ap, int) > 0) n++;
  }
  va_end(ap);
  return n;
}

int main(void)
{
  return count("didid", 1.0, 2, 3.0, 4, 5.0) +
         count("dddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
}
