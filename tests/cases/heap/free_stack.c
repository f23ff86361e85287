// expect: unknown
#include <stdlib.h>

int main(void) {
  int x;
  int *p = &x;
  free(p);
  return 0;
}
