// expect: no termination
// options: --malloc-may-fail
// expect: no termination
// A compiler removes this allocation and takes it for successful.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(SIZE_MAX / 2 + 2);
  if (p != 0)
    for (;;)
      ;
  return 0;
}
