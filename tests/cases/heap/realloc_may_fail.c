// options: --malloc-may-fail
// expect: proved
#include <stdlib.h>

int main(void) {
  char *p = malloc(2);
  if (!p)
    return 1;
  char *q = realloc(p, 4);
  if (!q)
    return 1;
  q[3] = 1;
  free(q);
  return 0;
}
