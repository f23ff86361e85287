// expect: proved
// A leak is no error.
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  p[9] = 1;
  return 0;
}
