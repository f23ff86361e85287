// expect: unknown
// What was cut off is not there again.
#include <stdlib.h>

int main(void) {
  int b[2] = {0};
  int *p = malloc(4 * sizeof(int));
  if (!p)
    return 0;
  p[2] = 0;
  p = realloc(p, 2 * sizeof(int));
  if (!p)
    return 0;
  p = realloc(p, 4 * sizeof(int));
  if (!p)
    return 0;
  b[p[2]] = 1;
  free(p);
  return 0;
}
