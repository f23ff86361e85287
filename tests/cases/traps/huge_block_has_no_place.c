// expect: no termination
// Nothing is as large as the address space; that it is not null does not say that it lies somewhere.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(SIZE_MAX);
  if (p) {
    *p = 1;
    for (;;)
      ;
  }
  return 0;
}
