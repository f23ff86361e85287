// expect: proved
// Structures are assigned by memcpy: to themselves as well.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct triple {
  int *at;
  long a, b, c;
};

int main(void) {
  struct triple two[2];
  struct triple *p = malloc(sizeof *p), *q = __VERIFIER_nondet_int() ? p : &two[1];
  int one = 1;
  p->at = &one;
  two[1].at = &one;
  *p = *p;
  two[0] = *q;
  *q = *q;
  free(p);
  return *two[0].at - 1;
}
