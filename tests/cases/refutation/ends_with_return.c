// expect: proved
// Calls of a function do not come back at once; that does not make them endless.
extern int __VERIFIER_nondet_int(void);
static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) { return down(__VERIFIER_nondet_int() & 0xffff); }
