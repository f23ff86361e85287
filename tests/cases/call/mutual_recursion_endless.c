// expect: violated termination
// options: --signed-overflow wrap
// expect: violated termination
// options: --signed-overflow ideal
// expect: violated termination
extern int __VERIFIER_nondet_int(void);

static int even(int n);
static int odd(int n) { return even(n); }
static int even(int n) { return n > 0 ? odd(n) : 1; }
int main(void) {
  return even(__VERIFIER_nondet_int());
}
