// expect: proved
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  char *p = malloc(__VERIFIER_nondet_ulong() | 1);
  if (p)
    *p = 0;
  return 0;
}
