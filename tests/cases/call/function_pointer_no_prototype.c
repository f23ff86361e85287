// expect: unknown reason~"another type than its definition's"
// A definition without a prototype has no parameters.
extern int __VERIFIER_nondet_int(void);

static int one() { return 1; }
static int two() { return 2; }

int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? (int (*)(int))one : (int (*)(int))two;
  return f(3);
}
