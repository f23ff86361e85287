// expect: proved
// A function that is given a list prints it; the strings lie inside of variables.
#include <stdarg.h>
#include <stdio.h>

static char names[2][8] = {"first", "second"};

static void out(const char *format, va_list ap)
{
  vfprintf(stdout, format, ap);
}

static void say(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  out(format, ap);
  va_end(ap);
}

int main(void)
{
  say("%s %d\n", names[1], 5);
  return 0;
}
