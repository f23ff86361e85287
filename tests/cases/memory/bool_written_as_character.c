// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter takes the lowest bit of a byte that is read as _Bool, as clang -O0 does)
int f(unsigned char c) { int t[2] = {1, 2}; _Bool b; *(unsigned char *)&b = c; return t[b]; }
