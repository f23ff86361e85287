// expect: unknown
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  if (!p)
    return 0;
  *(long *)(p + 4) = 1;
  free(p);
  return 0;
}
