// expect: unknown reason~"aligned to 8 bytes"
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
  char *b = malloc(32);
  if (!b)
    return 0;
  unsigned k = __VERIFIER_nondet_uint() % 24u;
  if (((uintptr_t)(b + k) & 7) == 0)
    *(long long *)(b + k + 1) = 1;
  free(b);
  return 0;
}
