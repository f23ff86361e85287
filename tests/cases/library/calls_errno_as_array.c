// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <errno.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \true; */
int f(int n)
{
  (&errno)[n & 1] = 0;
  return 0;
}

int main(void)
{
  f(1);
  return 0;
}
