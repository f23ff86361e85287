// expect: unknown
// The library may show copies of the elements, so that there is no neighbour.
#include <stdlib.h>

static int by_neighbour(const void *a, const void *b)
{
  return ((const int *)a)[-1] < ((const int *)b)[-1];
}

int main(void)
{
  int a[4] = {0, 3, 1, 2};
  qsort(a + 1, 3, sizeof a[0], by_neighbour);
  return a[0];
}
