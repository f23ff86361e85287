// expect: proved
// options: --malloc-may-fail
// expect: unknown
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 5;
  free(p);
  return 0;
}
