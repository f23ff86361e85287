// expect: proved
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[5] = {3, 1, 2, 1, 0}, t[2] = {0};
  qsort(a, 3, sizeof a[0], by_number);
  return t[a[3]] + t[a[4]];
}
