// entry: f
// expect: unknown
// concrete: none (nothing changes errno here)
// Every function of the library may change errno, so that nothing is known of it.
#define _GNU_SOURCE
#include <errno.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \true; */
int f(void)
{
  errno = 1;
  return 100 / errno;
}

int main(void)
{
  f();
  return 0;
}
