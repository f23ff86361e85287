// expect: proved
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static void sort(int *a, size_t n, int (*compare)(const void *, const void *))
{
  qsort(a, n, sizeof *a, compare);
}

int main(void)
{
  int a[3] = {3, 1, 2};
  sort(a, 3, by_number);
  return a[0];
}
