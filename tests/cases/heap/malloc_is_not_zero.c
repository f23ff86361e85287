// expect: unknown
#include <stdlib.h>

int main(void) {
  int *p = malloc(10 * sizeof(int));
  int a[1];
  a[p[6]] = 1;
  return 0;
}
