// expect: proved
// A bit in the middle of a number: a later test of it finds what the first one found.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned flags = __VERIFIER_nondet_uint();
  int *p = NULL;
  if (flags & 0x40)
    p = malloc(sizeof *p);
  if (flags & 0x40)
    *p = 1;
  if (!(flags & 0x40))
    return 0;
  free(p);
  return 0;
}
