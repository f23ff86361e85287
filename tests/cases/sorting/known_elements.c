// expect: proved
// What is known of each element alone bounds the difference of any two.
#include <stdlib.h>

static int by_difference(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int a[] = {3, 10, 2, 7}, t[11] = {0}, wanted = 7;
  qsort(a, 4, sizeof a[0], by_difference);
  t[a[0]]++;
  return bsearch(&wanted, a, 4, sizeof a[0], by_difference) != NULL;
}
