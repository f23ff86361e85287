// expect: proved
#include <stdlib.h>

static int sign = 1;

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -sign : x > y ? sign : 0;
}

static void sort(int *a, size_t n)
{
  qsort(a, n, sizeof *a, by_number);
}

int main(void)
{
  int a[5] = {5, 4, 3, 2, 1};
  sort(a, 5);
  sign = -1;
  sort(a, 5);
  return a[2];
}
