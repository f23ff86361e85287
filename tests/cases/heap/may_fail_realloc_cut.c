// options: --malloc-may-fail
// expect: unknown
// What lay behind the new size is lost.
#include <stdlib.h>

int main(void)
{
  int *p = malloc(8);
  if (!p)
    return 1;
  p[1] = 3;
  int *q = realloc(p, 4);
  if (!q)
    return 1;
  q = realloc(q, 8);
  if (!q)
    return 1;
  int n = 100 / q[1];
  free(q);
  return n;
}
