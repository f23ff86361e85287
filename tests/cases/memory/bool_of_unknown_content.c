// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
// concrete: none (the interpreter takes the lowest bit of a byte that is read as _Bool, as clang -O0 does)
// A caller may have another byte there, which compilers use as an index unmasked.
/*@ requires \valid_read(b); */
int f(const _Bool *b) { int t[2] = {1, 2}; return t[*b]; }
