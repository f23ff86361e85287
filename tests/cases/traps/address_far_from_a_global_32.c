// options: --data-model ilp32
// expect: no termination
#include <stdint.h>

char here;
char *far = (char *)((uintptr_t)&here + 0x60000000u);

int main(void) {
  if ((uintptr_t)far < (uintptr_t)&here)
    for (;;)
      ;
  return 0;
}
