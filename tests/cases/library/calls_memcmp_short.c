// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. n - 2)); */
int f(const char *s, const char *t, size_t n)
{
  return memcmp(s, t, n) == 0;
}

int main(void)
{
  char s[2] = "ab", t[1] = "a";
  f(s, t, 2);
  return 0;
}
