// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid_read(s + (0 .. 1)); */
int f(const char *s)
{
  return strtoul(s, NULL, 10) > 5;
}

int main(void)
{
  char s[2] = "12";
  f(s);
  return 0;
}
