// entry: reverse
// expect: unknown
// n - 1 wraps for the empty range.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(a + (0 .. n - 1)); */
void reverse(int *a, unsigned n)
{
  for (unsigned i = 0, j = n - 1; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

int main(void)
{
  reverse(NULL, 0);
  return 0;
}
