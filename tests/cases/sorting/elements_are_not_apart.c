// expect: unknown
// concrete: none (a library may compare an element with itself; this one does not)
// Both may be one element: this may divide by 0.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  return 8 / (a != b);
}

int main(void)
{
  int a[4] = {0, 3, 1, 2};
  qsort(a, 4, sizeof a[0], by_number);
  return a[0];
}
