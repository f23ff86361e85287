// expect: no termination
// A freed address may be given out again.
#include <stdlib.h>

int main(void) {
  char *old = malloc(4);
  free(old);
  for (;;) {
    char *p = malloc(4);
    if (p != old)
      break;
    free(p);
  }
  return 0;
}
