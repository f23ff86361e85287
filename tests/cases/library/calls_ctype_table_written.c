// entry: f
// expect: unknown
#define _GNU_SOURCE
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \true; */
int f(void)
{
  *(unsigned short *)*__ctype_b_loc() = 0;
  return 0;
}

int main(void)
{
  f();
  return 0;
}
