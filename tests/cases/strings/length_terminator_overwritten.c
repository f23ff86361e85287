// expect: unknown
// For a string of length 0 there is no terminator left.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *make(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  char *s = malloc(n);
  s[n - 1] = 0;
  return s;
}
int main(void) {
  char *s = make();
  s[0] = 'x';
  char *p = s;
  while (*p)
    p++;
  return 0;
}
