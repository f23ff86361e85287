// expect: unknown
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char *s = malloc(n + 1ul);
  char *p = s;
  while (*p)
    p++;
  return 0;
}
