// expect: unknown
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  int *q = realloc(p, 4 * sizeof(int));
  *p = 1;
  return q[0];
}
