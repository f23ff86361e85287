// expect: proved
// The bounds of all elements are those of a part, and the rest stays as it was.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void)
{
  int a[20], t[20] = {0};
  for (int i = 0; i < 20; i++)
    a[i] = i;
  qsort(a, 10, sizeof a[0], by_number);
  return t[a[rand() % 20]];
}
