// expect: proved
// A list in a structure, beside other members; a size that is computed.
#include <stdarg.h>
#include <stdio.h>

struct context { int before; va_list ap; int after; };

static int into(char *to, int size, const char *format, ...)
{
  struct context c;
  int t[3] = {0};
  c.before = 1;
  c.after = 2;
  va_start(c.ap, format);
  int n = vsnprintf(to, size, format, c.ap);
  va_end(c.ap);
  return n + t[c.before] + t[c.after];
}

int main(void)
{
  char buffer[8];
  into(buffer, sizeof buffer, "%d and %s", 5, "more");
  into(buffer, 0, "%d", 5);
  return buffer[0];
}
