// entry: f
// expect: proved
#define _GNU_SOURCE
#include <errno.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \true; */
int f(int n)
{
  if (n < 0) {
    errno = EINVAL;
    return -1;
  }
  return errno == EINVAL ? n : 0;
}

int main(void)
{
  f(1);
  f(-1);
  return 0;
}
