// expect: unknown reason~"external function 'free' through a pointer"
// concrete: none (the program is safe; contracts are for direct calls)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void keep(void *p) { (void)p; }

int main(void) {
  void (*release)(void *) = __VERIFIER_nondet_int() ? free : keep;
  release(0);
  return 0;
}
