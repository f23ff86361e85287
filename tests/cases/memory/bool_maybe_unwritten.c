// entry: f
// expect: unknown reason~"the byte read as _Bool is 0 or 1"
int f(int c) { int t[2] = {1, 2}; _Bool b; if (c) b = 1; return t[b]; }
