// expect: no termination
// 4611686018427387904 bytes before the variable lies a place above it: the sum leaves the address space.
#include <stdint.h>

char here;
char *far = (char *)((uintptr_t)&here - (1UL << 62));

int main(void) {
  if ((uintptr_t)far > (uintptr_t)&here)
    for (;;)
      ;
  return 0;
}
