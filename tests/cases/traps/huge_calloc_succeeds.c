// expect: no termination
// options: --malloc-may-fail
// expect: no termination
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = calloc(n, n);
  if (p && n > 0xffffffffu)
    for (;;)
      ;
  return 0;
}
