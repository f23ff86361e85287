// expect: unknown
// A number may have one character more than there is room for.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int into(char *to, const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  int n = vsprintf(to, format, ap);
  va_end(ap);
  return n;
}

int main(void)
{
  char buffer[23];
  into(buffer, "%.10s: %d", "some text that is cut", -1000000000 - rand() % 1000);
  return buffer[0];
}
