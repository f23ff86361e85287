// expect: no termination
#include <stdlib.h>

int main(void) {
  char *p = malloc(0x7ffffffffffffffful);
  char *q = malloc(0x7ffffffffffffffful);
  char *r = malloc(0x7ffffffffffffffful);
  p[0] = q[0] = r[0] = 0;
  for (;;)
    ;
}
