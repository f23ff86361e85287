// expect: unknown
// A printf of the program's own that is given a number for a string.
#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      putchar(*f);
    } else if (*++f == 's') {
      for (const char *s = va_arg(ap, const char *); *s; s++) putchar(*s);
    } else {
      break;
    }
  }
  va_end(ap);
}

int main(void)
{
  print("%s", 5);
  return 0;
}
