// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  char *a = malloc(n), *b = malloc(n);
  a[n - 1] = 0;
  copy(b, a);
  return 0;
}
