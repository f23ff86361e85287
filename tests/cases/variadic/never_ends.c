// expect: memory-safe only
// The list does not move on.
#include <stdarg.h>

static int count(int first, ...)
{
  va_list ap;
  int n = 0;
  va_start(ap, first);
  int v = va_arg(ap, int);
  while (v != -1) n = !n;
  va_end(ap);
  return n;
}

int main(void)
{
  return count(1, 2, -1);
}
