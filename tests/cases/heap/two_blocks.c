// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int)), *q = malloc(sizeof(int));
  *p = 5;
  *q = 0;
  while (*p > 0)
    *p = *p - 1;
  free(p);
  *q = 1;
  free(q);
  return 0;
}
