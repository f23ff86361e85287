// expect: proved
// A function that prints a message and ends the program.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *format, ...)
{
  va_list ap;
  fprintf(stderr, "error: ");
  va_start(ap, format);
  vfprintf(stderr, format, ap);
  va_end(ap);
  exit(1);
}

int main(void)
{
  int n = rand() % 100;
  char *p = malloc(n + 1);
  if (!p) die("no memory for %d bytes\n", n + 1);
  if (n > 90) die("%s: %d of %.1f is %c%ld\n", "too much", n, 90.0, '#', 7L);
  p[n] = 0;
  free(p);
  return 0;
}
