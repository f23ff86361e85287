// expect: unknown
// The format wants a string where a number is passed.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  vfprintf(stderr, format, ap);
  va_end(ap);
  exit(1);
}

int main(void)
{
  int n = rand() % 100;
  if (n > 90) die("%d of %s\n", n, 90);
  return 0;
}
