// expect: proved
// options: --malloc-may-fail
// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = malloc(10 * sizeof(int));
  if (!p)
    return 1;
  for (int i = 0; i < 10; i++)
    p[i] = i;
  free(p);
  return 0;
}
