// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter takes the lowest bit of a byte that is read as _Bool, as clang -O0 does)
#include <stdlib.h>
int f(void) { int t[2] = {1, 2}; _Bool *p = malloc(1); if (!p) return 0; int r = t[*p]; free(p); return r; }
