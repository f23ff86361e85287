// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = realloc(0, sizeof(int));
  *p = 1;
  free(p);
  return 0;
}
