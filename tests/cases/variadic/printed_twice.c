// expect: unknown
// A list is used again after it was printed, without a copy.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *format(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(NULL, 0, format, ap);
  char *s = n < 0 ? NULL : malloc((size_t)n + 1);
  if (s) vsnprintf(s, (size_t)n + 1, format, ap);
  va_end(ap);
  return s;
}

int main(void)
{
  char *a = format("%d-%s", 7, "seven");
  if (a) puts(a);
  free(a);
  return 0;
}
