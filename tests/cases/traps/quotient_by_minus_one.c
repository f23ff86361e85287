// expect: proved
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
enum { minus = -1 };
static const int big = INT_MAX;
static int x = INT_MAX / -1 + 7 % minus;
static unsigned y = 0x80000000u / -1;
static long z = INT_MIN / -1L;
static int or = 1 || 5 / 0;
int main(void) {
  int t[] = {big / minus, INT_MIN / 2};
  int n = __VERIFIER_nondet_int();
  if (n == INT_MIN)
    return 0;
  return (n / -1 == -n) + t[0] * 0 + (x < 0) + (int)(y & 0) + (z > 0) + or ;
}
