// expect: violated memory safety
// A call of what is no function.
static int one(void) { return 1; }
static int (*const table[2])(void) = {one, 0};
extern int __VERIFIER_nondet_int(void);
int main(void) { return table[__VERIFIER_nondet_int() & 1](); }
