// expect: unknown
// n * 4u is computed with 32 bits.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = malloc(n * 4u);
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
  return 0;
}
