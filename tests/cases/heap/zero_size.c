// expect: unknown
#include <stdlib.h>

int main(void) {
  char *p = malloc(0);
  *p = 0;
  return 0;
}
