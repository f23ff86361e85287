// options: --signed-overflow ideal
// expect: violated termination
// There is a way back, but these calls do not take it.
extern int __VERIFIER_nondet_int(void);
static int product(int n, int up) { return n <= 0 ? 1 : n + product(n - 1 + 2 * up, up); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n == 1 ? product(n, n) : 0;
}
