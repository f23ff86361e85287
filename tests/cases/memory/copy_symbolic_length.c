// expect: proved
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[64], b[64];
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 64)
    memcpy(a, b, n);
  return 0;
}
