// entry: f
// expect: proved
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

void f(size_t n, ptrdiff_t d, intmax_t m, int i, unsigned char b, double x)
{
  printf("%zu %td %jd %-5d|%05d|%+d|% d\n", n, d, m, i, i, i, i);
  printf("%02x %#X %o %hhu %hd %" PRIu64 "\n", b, i, i, b, (short)i, (uint64_t)n);
  printf("%.2f %-10.3e %g %a %lf\n", x, x, x, x, x);
  printf("%10s|%-10s|%c\n", "left", "right", i);
}

int main(void)
{
  f(1, -2, 3, 4, 5, 6.5);
  return 0;
}
