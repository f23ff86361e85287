// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)) && \valid_read(t + (0 .. n - 1)); */
int f(const char *s, const char *t, size_t n)
{
  return memcmp(s, t, n) == 0 && bcmp(s, t, n) == 0;
}

int main(void)
{
  f("ab", "ac", 2);
  f("", "", 0);
  return 0;
}
