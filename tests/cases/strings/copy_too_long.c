// expect: unknown
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2)
    n = 2;
  char *a = malloc(n), *b = malloc(n - 1);
  a[n - 1] = 0;
  while ((*b++ = *a++))
    ;
  return 0;
}
