// expect: proved
#include <stdlib.h>

static void release(int *p) {
  free(p);
}
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  release(p);
  return 0;
}
