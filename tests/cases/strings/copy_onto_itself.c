// expect: no termination
// The copy overwrites the terminator before it is read.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2)
    n = 2;
  char *a = malloc(n);
  a[n - 1] = 0;
  char *b = a + 1;
  while ((*b++ = *a++))
    ;
  return 0;
}
