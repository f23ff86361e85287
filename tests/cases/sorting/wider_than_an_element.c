// expect: unknown
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  long x = *(const long *)a, y = *(const long *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[4] = {0, 3, 1, 2};
  qsort(a, 4, sizeof a[0], by_number);
  return a[0];
}
