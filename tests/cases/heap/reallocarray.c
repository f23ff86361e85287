// expect: proved
#include <stdlib.h>

int main(void)
{
  size_t n = 4;
  long *a = reallocarray(NULL, n, sizeof *a);
  if (!a)
    return 1;
  a[3] = 5;
  a = reallocarray(a, 8, sizeof *a);
  if (!a)
    return 2;
  a[7] = a[3];
  long r = a[7];
  free(a);
  return r != 5;
}
