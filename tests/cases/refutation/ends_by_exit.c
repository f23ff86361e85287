// expect: memory-safe only
// It leaves the loop by exit, after more rounds than are looked at.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned next(unsigned x) { return x * 1103515245u + 12345u; }
int main(void) {
  unsigned x = 3;
  for (;;) {
    x = next(x);
    if (x % 1000003u == 5u) exit(0);
  }
}
