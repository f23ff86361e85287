// expect: violated memory safety
// An expectation is no promise.
extern int __VERIFIER_nondet_int(void);
int main(void) { int t[2] = {0, 1}; int x = __VERIFIER_nondet_int(); return t[__builtin_expect(x != 0, 0) ? 2 : 0]; }
