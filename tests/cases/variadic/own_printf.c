// expect: proved
// A printf of the program's own.
#include <stdarg.h>
#include <stdio.h>

static void print(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      putchar(*f);
      continue;
    }
    switch (*++f) {
    case 's':
      for (const char *s = va_arg(ap, const char *); *s; s++) putchar(*s);
      break;
    case 'c':
      putchar(va_arg(ap, int));
      break;
    case 0:
      va_end(ap);
      return;
    }
  }
  va_end(ap);
}

int main(void)
{
  print("%s and %c%%", "a string", 'x');
  print("nothing %");
  return 0;
}
