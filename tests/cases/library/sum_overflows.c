// entry: sum
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)); */
int sum(const int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[2] = {2147483647, 1};
  sum(a, 2);
  return 0;
}
