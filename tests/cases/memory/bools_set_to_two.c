// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter takes the lowest bit of a byte that is read as _Bool, as clang -O0 does)
#include <string.h>
int f(int i) { int t[2] = {1, 2}; _Bool b[4]; memset(b, 2, 4); return t[b[i & 3]]; }
