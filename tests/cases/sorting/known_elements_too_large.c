// expect: unknown
#include <stdlib.h>

static int by_difference(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int a[] = {3, 10, -2147483647, 7};
  qsort(a, 4, sizeof a[0], by_difference);
  return a[0];
}
