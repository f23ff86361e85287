// gap: proved
// The array is not shown to the function that compares, not even as the key.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[3] = {1, 2, 3};
  return bsearch(&a[1], a, 3, sizeof a[0], by_number) != NULL;
}
