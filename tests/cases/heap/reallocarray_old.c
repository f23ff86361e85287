// expect: unknown
#include <stdlib.h>

int main(void)
{
  long *a = malloc(8);
  if (!a)
    return 1;
  long *b = reallocarray(a, 2, sizeof *a);
  if (!b)
    return 2;
  a[0] = 1;
  free(b);
  return 0;
}
