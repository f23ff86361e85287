// expect: proved
int f(_Bool b) { int t[2] = {1, 2}; return t[b]; }
int main(void) { int *null = 0; if (!f(2)) *null = 1; return 0; }
