// expect: proved
// Functions whose addresses are passed.
#include <stdarg.h>

typedef int (*step)(int);

static int twice(int x) { return x * 2; }
static int next(int x) { return x + 1; }

static int all(int x, ...)
{
  va_list ap;
  va_start(ap, x);
  for (step f = va_arg(ap, step); f; f = va_arg(ap, step)) x = f(x);
  va_end(ap);
  return x;
}

int main(void)
{
  return all(3, twice, next, twice, (step)0);
}
