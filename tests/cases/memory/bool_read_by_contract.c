// entry: f
// expect: proved
/*@ requires \valid_read(b) && *b <= 1; */
int f(const _Bool *b) { int t[2] = {1, 2}; return t[*b]; }
