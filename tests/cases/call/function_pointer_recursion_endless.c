// expect: memory-safe only
extern int __VERIFIER_nondet_int(void);

static int visit(int n, int (*f)(int)) { return n > 0 ? f(n) : 0; }
static int again(int n) { return visit(n > 1 ? n - 1 : 1, again); }

int main(void) { return again(__VERIFIER_nondet_int()); }
