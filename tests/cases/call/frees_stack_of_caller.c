// expect: unknown
#include <stdlib.h>

static void release(int *p) {
  free(p);
}
int main(void) {
  int x = 1;
  release(&x);
  return 0;
}
