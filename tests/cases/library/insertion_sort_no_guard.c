// entry: sort
// expect: unknown
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n && \valid(a + (0 .. n - 1)); */
void sort(int a[], int n)
{
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

int main(void)
{
  int *a = malloc(8);
  a[0] = 2;
  a[1] = 1;
  sort(a, 2);
  return 0;
}
