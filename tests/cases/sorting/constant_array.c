// expect: unknown
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static const int a[3] = {3, 1, 2};

int main(void)
{
  qsort((void *)a, 3, sizeof a[0], by_number);
  return a[0];
}
