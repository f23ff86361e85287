// expect: unknown
// Nothing bounds the elements, so their difference may overflow.
#include <stdlib.h>

static int by_difference(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int a[8];
  for (int i = 0; i < 8; i++)
    a[i] = rand();
  a[0] = -2147483647;
  qsort(a, 8, sizeof a[0], by_difference);
  return a[0] > 1;
}
