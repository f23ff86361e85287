// expect: unknown
// A pointer to memory that was freed.
#include <stdarg.h>
#include <stdlib.h>

static void set(int value, ...)
{
  va_list ap;
  va_start(ap, value);
  for (int *p = va_arg(ap, int *); p; p = va_arg(ap, int *)) *p = value;
  va_end(ap);
}

int main(void)
{
  int *a = malloc(sizeof *a), b;
  free(a);
  set(3, &b, a, (int *)0);
  return 0;
}
