// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int())
    exit(1);
  return 0;
}
