// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  int *a = malloc(n * sizeof(int));
  sort(a, n);
  free(a);
  return 0;
}
