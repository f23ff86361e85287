// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[11];
  int x = __VERIFIER_nondet_int();
  if (x >= -10 && x <= 10)
    a[abs(x)] = 1;
  return 0;
}
