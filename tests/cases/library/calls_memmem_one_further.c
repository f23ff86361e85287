// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. m - 1)) && n > 0 && m > 0; */
int f(const char *s, size_t n, const char *t, size_t m)
{
  const char *p = memmem(s, n, t, m);
  return p != 0 ? p[m] : 0;
}

int main(void)
{
  char s[3] = "abc";
  f(s, 3, "bc", 2);
  return 0;
}
