// expect: unknown
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof(int));
  p = realloc(p, 2 * sizeof(int));
  p[2] = 1;
  return 0;
}
