// options: --signed-overflow ideal
// expect: proved
// The result of `or` is not below either operand; coefficients name the facts that say so.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int y;
  int x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  while (x >= y && y > 0) {
    y = x | (x + 1);
    x = x - y;
  }
  return 0;
}
