// entry: f
// expect: proved
int f(int c) { int t[2] = {1, 2}; _Bool b; if (c) b = 1; if (c) return t[b]; return 0; }
