// expect: proved
// strlen with its malloced string (pointer arithmetic, 2017).
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int length(char *s) {
  char *p = s;
  while (*p)
    p++;
  return p - s;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  char *s = malloc(n * sizeof(char));
  s[n - 1] = 0;
  return length(s);
}
