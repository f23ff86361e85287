// entry: f
// expect: proved
int f(int n) { _Bool more = 1; int i = 0; while (more) { i++; more = i < 10; } return i; }
