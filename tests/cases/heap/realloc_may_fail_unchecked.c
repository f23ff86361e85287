// options: --malloc-may-fail
// expect: unknown
// concrete: none (the interpreter's memory suffices)
#include <stdlib.h>

int main(void) {
  char *p = malloc(2);
  if (!p)
    return 1;
  p = realloc(p, 4);
  p[3] = 1;
  return 0;
}
