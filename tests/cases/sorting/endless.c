// expect: no termination
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  while (*(const int *)a != *(const int *)b)
    ;
  return 0;
}

int main(void)
{
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof a[0], by_number);
  return a[0];
}
