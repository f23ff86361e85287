// expect: proved
// What is printed fits: ten characters for the string, eleven for the number, and three more.
#include <stdarg.h>
#include <stdio.h>

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
  char buffer[24];
  into(buffer, "%.10s: %d", "some text that is cut", 1000);
  return buffer[0];
}
