// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)); */
int f(const char *s, size_t n)
{
  const char *p = memchr(s, ',', n);
  return p != 0 ? p[1] : 0;
}

int main(void)
{
  char s[2] = {0, 44};
  f(s, 2);
  return 0;
}
