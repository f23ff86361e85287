// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = calloc(10, sizeof(int));
  int a[1];
  a[p[6]] = 1;
  free(p);
  return 0;
}
