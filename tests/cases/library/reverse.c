// entry: reverse
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

/*@ requires 0 <= n && \valid(a + (0 .. n - 1)); */
void reverse(int *a, int n)
{
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  reverse(a, 4);
  reverse(a, 3);
  reverse(a, 0);
  return 0;
}
