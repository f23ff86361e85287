// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
#include <string.h>
int f(int i) { int t[2] = {1, 2}; _Bool b[4]; memset(b, 2, 4); return t[b[i & 3]]; }
