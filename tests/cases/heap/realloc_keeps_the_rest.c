// expect: proved
#include <stdlib.h>

int main(void) {
  int b[2] = {0};
  int *p = malloc(4 * sizeof(int));
  if (!p)
    return 0;
  p[1] = 0;
  p = realloc(p, 2 * sizeof(int));
  if (!p)
    return 0;
  p = realloc(p, 4 * sizeof(int));
  if (!p)
    return 0;
  b[p[1]] = 1;
  free(p);
  return 0;
}
