// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  p[0] = 3;
  p = realloc(p, 4 * sizeof(int));
  p[3] = p[0];
  while (p[0] > 0)
    p[0]--;
  free(p);
  return 0;
}
