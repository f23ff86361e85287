// options: --data-model ilp32
// expect: violated memory safety
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char *p = malloc(n * 16);
  if (n < 2) return 0;
  p[16] = 1;
  return 0;
}
