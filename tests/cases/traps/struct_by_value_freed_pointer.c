// expect: unknown
#include <stdlib.h>

struct big { int *p; int more[20]; };
static void release(struct big b) {
  free(b.p);
  b.p = 0;
}
int main(void) {
  struct big b;
  b.p = malloc(4);
  release(b);
  if (b.p)
    *b.p = 1;
  return 0;
}
