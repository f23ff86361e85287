// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. n - 1)); */
int f(const char *s, size_t n)
{
  size_t m = strnlen(s, n);
  return m < n ? s[m] : 0;
}

int main(void)
{
  char s[2] = "ab";
  f(s, 2);
  f("", 1);
  return 0;
}
