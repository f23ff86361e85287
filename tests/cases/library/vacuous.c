// entry: never
// expect: bad input message~"no call satisfies"
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(p) && p == \null; */
int never(int *p)
{
  return *p;
}

int main(void)
{
  return 0;
}
