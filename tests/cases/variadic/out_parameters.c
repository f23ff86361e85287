// expect: proved
// Pointers to variables of the caller.
#include <stdarg.h>

static void set(int value, ...)
{
  va_list ap;
  va_start(ap, value);
  for (int *p = va_arg(ap, int *); p; p = va_arg(ap, int *)) *p = value;
  va_end(ap);
}

int main(void)
{
  int a, b, c[2];
  set(3, &a, &b, &c[1], (int *)0);
  int t[4] = {0};
  return t[a] + t[b] + t[c[1]];
}
