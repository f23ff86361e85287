// expect: unknown
#include <stdlib.h>

int main(void) {
  char *p = calloc(1ul << 33, 1ul << 33);
  *p = 0;
  return 0;
}
