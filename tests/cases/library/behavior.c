// entry: f
// expect: bad input message~"behavior"
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ behavior positive:
      requires n > 0; */
int f(int n)
{
  return 1 / n;
}

int main(void)
{
  return 0;
}
