// expect: unknown
// Apart only if k is 8.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[16] = {0};
  unsigned k = 1 + __VERIFIER_nondet_uint() % 8u;
  memcpy(a + k, a, 8);
  return 0;
}
