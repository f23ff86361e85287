// expect: proved
// The callback calls who called it.
static int visit(int n, int (*f)(int)) { return n > 0 ? f(n) : 0; }
static int down(int n) { return visit(n - 1, down); }

int main(void) { return down(10); }
