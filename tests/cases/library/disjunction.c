// entry: f
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires n > 0 || n < 0; */
int f(int n)
{
  return 1 / n;
}

int main(void)
{
  return 0;
}
