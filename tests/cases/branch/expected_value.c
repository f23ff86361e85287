// expect: proved
// An expectation is no promise.
extern int __VERIFIER_nondet_int(void);
int main(void) { int t[2] = {0, 1}; int x = __VERIFIER_nondet_int(); return __builtin_expect(x == 3, 1) ? t[x - 2] : t[0]; }
