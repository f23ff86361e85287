// expect: unknown
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (__VERIFIER_nondet_int())
    free(p);
  *p = 1;
  return 0;
}
