// expect: proved
// options: --malloc-may-fail
// expect: proved
// The size may be anything, the result is looked at: null, a block, or one too large to exist.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(n * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < n; i++)
    p[i] = i;
  free(p);
  return 0;
}
