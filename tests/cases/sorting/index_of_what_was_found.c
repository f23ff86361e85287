// expect: proved
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[3] = {1, 2, 3}, count[3] = {0}, wanted = rand();
  int *found = bsearch(&wanted, a, 3, sizeof a[0], by_number);
  if (found)
    count[found - a]++;
  return count[0];
}
