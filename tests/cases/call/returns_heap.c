// expect: proved
#include <stdlib.h>

static int *make(int n) {
  int *p = malloc(sizeof(int));
  *p = n;
  return p;
}
int main(void) {
  int *p = make(5);
  while (*p > 0)
    *p = *p - 1;
  free(p);
  return 0;
}
