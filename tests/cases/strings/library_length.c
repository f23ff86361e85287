// expect: proved
#include <stdlib.h>
#include <string.h>

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
  unsigned long n = strlen(s);
  s[n] = 1;
  return 0;
}
