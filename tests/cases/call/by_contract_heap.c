// options: --attempt composed
// expect: proved
// A block of the heap is lent, and freed by its owner.
#include <stdlib.h>

/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void fill(int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = i;
}

int main(void)
{
  int *h = malloc(8 * sizeof(int));
  if (h == 0)
    return 1;
  fill(h, 8);
  fill(h + 5, 2);
  h[7] = 1;
  free(h);
  return 0;
}
