// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
enum e : _Bool { A, B };
/*@ requires \valid_read(p); */
int f(const unsigned char *p) { int t[2] = {1, 2}; return t[*(const enum e *)p]; }
