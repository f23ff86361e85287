// options: --data-model ilp32
// expect: unknown
// options: --data-model lp64
// expect: proved
// With 32 bits the product wraps.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0)
    return 0;
  int *p = malloc(n * sizeof(int));
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
  return 0;
}
