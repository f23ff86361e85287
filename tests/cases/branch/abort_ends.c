// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 3)
    abort();
  while (x != 3)
    ;
  return 0;
}
