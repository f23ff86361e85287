// expect: proved
// Of no element anything may be said.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[1], wanted = 5;
  qsort(a, 0, sizeof a[0], by_number);
  return bsearch(&wanted, a, 0, sizeof a[0], by_number) != NULL;
}
