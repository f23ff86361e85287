// expect: unknown
#include <stdlib.h>

static void release(int *p) {
  free(p);
}
int main(void) {
  int *p = malloc(sizeof(int));
  release(p);
  *p = 1;
  return 0;
}
