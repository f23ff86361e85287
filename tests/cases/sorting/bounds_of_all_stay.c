// expect: proved
// The elements are below 1000 before and after, and where they are compared.
#include <stdlib.h>

static int by_difference(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  int n = rand() % 100, seen[1000] = {0};
  int *a = malloc((n + 1) * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = rand() % 1000;
  qsort(a, n, sizeof *a, by_difference);
  for (int i = 0; i < n; i++)
    seen[a[i]] = 1;
  free(a);
  return seen[5];
}
