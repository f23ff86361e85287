// entry: sum
// expect: unknown
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1)); */
unsigned sum(const int *a, int n)
{
  unsigned s = 0;
  for (int i = 0; i <= n; i++)
    s += (unsigned)a[i];
  return s;
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  sum(a, 4);
  return 0;
}
