// expect: proved
// A run that ends meets nothing behind its end.
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x != 0);
  if (x < 0) exit(1);
  return 5 / x;
}
