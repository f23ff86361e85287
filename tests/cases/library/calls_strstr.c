// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s) && valid_read_string(t); */
int f(const char *s, const char *t)
{
  const char *p = strstr(s, t);
  return p == 0 ? 0 : *p;
}

int main(void)
{
  f("abc", "bc");
  f("abc", "x");
  return 0;
}
