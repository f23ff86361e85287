// expect: unknown
// concrete: none (it calls itself forever)
// It sorts a smaller array of its own, but each time again.
#include <stdlib.h>

static int by_sorting(const void *a, const void *b)
{
  int own[2] = {*(const int *)a, *(const int *)b};
  qsort(own, 2, sizeof own[0], by_sorting);
  return own[0] == *(const int *)a ? -1 : 1;
}

int main(void)
{
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof a[0], by_sorting);
  return a[0];
}
