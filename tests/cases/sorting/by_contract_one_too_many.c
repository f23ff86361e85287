// entry: last
// expect: unknown
// concrete: none (runs from arbitrary parameters do not satisfy the contract)
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

/*@ requires n >= 1 && \valid(a + (0 .. n - 1)); */
int last(int *a, int n)
{
  qsort(a, n, sizeof *a, by_number);
  return a[n];
}
