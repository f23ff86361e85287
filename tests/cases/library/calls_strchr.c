// entry: f
// expect: proved
#define _GNU_SOURCE
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  const char *p = strchr(s, '=');
  return p != 0 ? p[1] : 0;
}

int main(void)
{
  f("a=");
  f("a");
  return 0;
}
