// expect: unknown
// A structure that is passed in memory takes no register, which a pointer in its place would; clang has decided where the
// other structure lies.
#include <stdarg.h>

struct big { long a, b, c; };
struct two { long a, b; };
static int t[4];

static long f(struct big s, int n, int o, int p, int q, ...)
{
  va_list ap;
  va_start(ap, q);
  struct two x = va_arg(ap, struct two);
  va_end(ap);
  return x.b;
}

int main(void)
{
  struct big s = {1, 2, 3};
  struct two x = {1, 100};
  t[f(s, 1, 2, 3, 4, x, 1L, 1L, 1L)] = 1;
  return 0;
}
