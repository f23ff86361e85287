// entry: add
// expect: proved
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

/*@ requires 0 <= n && \valid(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1)); */
void add(unsigned *a, const unsigned *b, int n)
{
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

int main(void)
{
  unsigned a[4] = {1, 2, 3, 4};
  add(a, a + 1, 3);
  add(a + 1, a, 3);
  add(a, a, 4);
  return 0;
}
