// expect: unknown
#include <stdlib.h>

static int *given;

static int by_number(const void *a, const void *b)
{
  free(given);
  return *(const int *)a < *(const int *)b;
}

int main(void)
{
  int a[3] = {3, 1, 2};
  given = malloc(sizeof *given);
  qsort(a, 3, sizeof a[0], by_number);
  return given ? *given : 0;
}
