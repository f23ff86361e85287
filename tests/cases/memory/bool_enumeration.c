// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter takes the lowest bit of a byte that is read as _Bool, as clang -O0 does)
enum e : _Bool { A, B };
/*@ requires \valid_read(p); */
int f(const unsigned char *p) { int t[2] = {1, 2}; return t[*(const enum e *)p]; }
