// expect: unknown
#include <stdlib.h>

static int f(int x) { return x; }

int main(void) {
  free((void *)f);
  return 0;
}
