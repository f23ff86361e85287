// entry: f
// expect: no termination
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  int n = 0;
  while ((s = strpbrk(s, t)) != 0)
    n ^= 1;
  return n;
}

int main(void)
{
  f("a.b", ".,");
  return 0;
}
