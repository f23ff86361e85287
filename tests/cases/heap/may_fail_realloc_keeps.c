// options: --malloc-may-fail
// expect: proved
#include <stdlib.h>

int main(void)
{
  int *p = malloc(8);
  if (!p)
    return 1;
  p[1] = 3;
  int *q = realloc(p, 16);
  if (!q)
    return 1;
  int n = 0;
  for (int i = q[1]; i != 0; i--)
    n++;
  free(q);
  return n;
}
