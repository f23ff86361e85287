// expect: unknown
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  int *q = p;
  free(p);
  *q = 1;
  return 0;
}
