// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= c <= 256; */
int f(int c)
{
  return isspace(c) != 0;
}

int main(void)
{
  f(256);
  return 0;
}
