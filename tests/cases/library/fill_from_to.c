// entry: set
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void numbers(int *a, int n)
{
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
}

/*@ requires low <= high + 1 && \valid(a + (low .. high)); */
void set(int *a, int low, int high)
{
  for (long i = low; i <= high; i++)
    a[i] = 0;
}

int main(void)
{
  int a[4];
  numbers(a, 4);
  set(a, 1, 3);
  set(a, 2, 1);
  return 0;
}
