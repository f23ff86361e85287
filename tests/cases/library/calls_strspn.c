// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  s += strspn(s, t);
  return s[strcspn(s, t)];
}

int main(void)
{
  f("aab", "a");
  return 0;
}
