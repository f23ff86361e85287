// expect: unknown
// Only as much as is copied stays as it was: p's link is another one.
#include <stdlib.h>

struct triple {
  int *at;
  long a, b, c;
};

int main(void) {
  struct triple *p = malloc(2 * sizeof *p);
  int one = 1;
  p[0].at = &one;
  p[1].at = NULL;
  p[0] = p[0];
  p[0] = p[1];
  return *p[0].at;
}
