// expect: proved
// The bound is a product of two variables.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || m < 1 || n > 1000 || m > 1000)
    return 0;
  int *a = malloc(n * m * sizeof(int));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 0;
  return 0;
}
