// entry: f
// expect: proved
static void set(_Bool *b, int x) { *b = x; }
int f(int x) { int t[2] = {1, 2}; _Bool b; set(&b, x); return t[b]; }
