// expect: unknown
#include <stdlib.h>

int main(void)
{
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof a[0], NULL);
  return a[0];
}
