// expect: unknown
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = 2 + __VERIFIER_nondet_uint() % 100u;
  char *p = malloc(2 * n);
  if (!p)
    return 0;
  memcpy(p + n - 1, p, n);
  free(p);
  return 0;
}
