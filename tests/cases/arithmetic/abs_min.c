// expect: unknown
// abs(INT_MIN) overflows.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return abs(x);
}
