// expect: unknown
// How often it is called is not known.
#include <stdlib.h>

static int calls;

static int by_number(const void *a, const void *b)
{
  calls++;
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[3] = {3, 1, 2}, t[2] = {0};
  qsort(a, 3, sizeof a[0], by_number);
  return t[calls];
}
