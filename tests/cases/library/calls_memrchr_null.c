// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)); */
int f(const char *s, size_t n)
{
  const char *p = memrchr(s, ',', n);
  return *p;
}

int main(void)
{
  f("ab", 2);
  return 0;
}
