// expect: unknown
#include <stdlib.h>

int main(void)
{
  long *a = reallocarray(NULL, 4, sizeof *a);
  if (!a)
    return 1;
  a[4] = 5;
  free(a);
  return 0;
}
