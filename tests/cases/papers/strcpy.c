// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *copy(char *to, const char *from) {
  char *result = to;
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return result;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  if (m < 1)
    m = 1;
  if (m < n)
    return 0;
  char *from = malloc(n), *to = malloc(m);
  from[n - 1] = 0;
  copy(to, from);
  return 0;
}
