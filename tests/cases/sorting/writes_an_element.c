// expect: unknown
// concrete: none (this library shows copies; another one the elements)
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  *(int *)a = 7;
  return *(const int *)b;
}

int main(void)
{
  int a[3] = {0, 1, 2}, t[3] = {0};
  qsort(a, 3, sizeof a[0], by_number);
  return t[a[0]];
}
