// expect: proved
// A list that is handed to another function, and a copy that is printed a second time.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, va_list ap)
{
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, format, ap);
  char *s = n < 0 ? NULL : malloc((size_t)n + 1);
  if (s) vsnprintf(s, (size_t)n + 1, format, again);
  va_end(again);
  return s;
}

static char *format(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  char *s = text(format, ap);
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
