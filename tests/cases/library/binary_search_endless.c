// entry: search
// expect: no termination
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)); */
int search(const int *a, int n, int x)
{
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  search(a, 4, -1);
  return 0;
}
