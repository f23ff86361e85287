// expect: unknown
// What lay at the place of the pointer is forgotten with its block.
#include <stdlib.h>

struct handler {
  int (*run)(int);
};

static int f(int x) { return x; }

int main(void) {
  struct handler *h = malloc(sizeof *h);
  h->run = f;
  free(h);
  struct handler *other = malloc(sizeof *other);
  return other->run(1);
}
