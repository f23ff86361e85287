// expect: no termination
// options: --malloc-may-fail
// expect: no termination
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  char *q = realloc(p, SIZE_MAX / 2 + 5);
  if (q)
    for (;;)
      ;
  return 0;
}
