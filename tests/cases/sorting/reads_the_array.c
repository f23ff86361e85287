// expect: unknown
// concrete: none (the elements are indices, but C does not say what the array holds while it is sorted)
// While it is sorted, nothing is known of what the array holds where.
#include <stdlib.h>

static int a[3] = {0, 1, 2}, t[3];

static int by_table(const void *x, const void *y)
{
  return t[a[0]] + *(const int *)x < *(const int *)y;
}

int main(void)
{
  qsort(a, 3, sizeof a[0], by_table);
  return a[0];
}
