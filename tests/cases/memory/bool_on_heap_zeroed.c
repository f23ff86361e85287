// entry: f
// expect: proved
#include <stdlib.h>
int f(void) { int t[2] = {1, 2}; _Bool *p = calloc(1, 1); if (!p) return 0; int r = t[*p]; free(p); return r; }
