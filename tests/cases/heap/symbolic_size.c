// expect: proved
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0)
    return 0;
  char *p = malloc(n);
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
  free(p);
  return 0;
}
