// expect: unknown
// A list outlives the call whose arguments it leads to.
#include <stdarg.h>

static void begin(va_list *ap, int n, ...)
{
  va_start(*ap, n);
}

int main(void)
{
  va_list ap;
  begin(&ap, 1, 5);
  return va_arg(ap, int);
}
