// entry: f
// expect: proved
#define _GNU_SOURCE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires valid_read_string(s); */
int f(const char *s)
{
  return strtoul(s, NULL, 0) > 5 && strtoll(s, NULL, 16) < 3 && strtoull(s, NULL, 2) != 0 && atol(s) < atoll(s);
}

int main(void)
{
  f("12");
  return 0;
}
