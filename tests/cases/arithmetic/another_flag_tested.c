// expect: violated memory safety
// As flag_tested_twice.c, but the second test is of another bit.
#include <stdlib.h>

int main(void) {
  unsigned flags = 0x20;
  int *p = NULL;
  if (flags & 0x40)
    p = malloc(sizeof *p);
  if (flags & 0x20)
    *p = 1;
  free(p);
  return 0;
}
