// expect: unknown
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  long x = LONG_MIN;
  if (__VERIFIER_nondet_int())
    x++;
  return labs(x) > 5;
}
