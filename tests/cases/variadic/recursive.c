// expect: proved
// A function that calls itself with other arguments.
#include <stdarg.h>

static int last(int n, ...)
{
  va_list ap;
  int v = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) v = va_arg(ap, int);
  va_end(ap);
  return n > 2 ? last(2, v, v) : v;
}

int main(void)
{
  int t[8] = {0};
  return t[last(4, 1, 2, 3, 7)];
}
