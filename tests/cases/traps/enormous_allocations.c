// expect: no termination
// Two blocks of half the address space each and a third one cannot exist: that proves nothing.
#include <stdlib.h>

int main(void) {
  char here;
  char *p = malloc(0x7ffffffffffffffful);
  char *q = malloc(0x7ffffffffffffffful);
  if (p && q && p != q && p != &here && q != &here)
    for (;;)
      ;
  return 0;
}
