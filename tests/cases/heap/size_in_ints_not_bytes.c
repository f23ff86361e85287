// expect: unknown
#include <stdlib.h>

int main(void) {
  int n = 10;
  int *p = malloc(n);
  p[n - 1] = 0;
  return 0;
}
