// entry: sort
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

/*@ requires 0 <= n && \valid(a + (0 .. n - 1)); */
void sort(int a[], int n)
{
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  sort(a, 4);
  return 0;
}
