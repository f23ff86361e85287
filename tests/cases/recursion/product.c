// expect: proved
// The result is the product of the arguments, so no sum overflows.
extern int __VERIFIER_nondet_int(void);
static int product_of(int a, int b) {
  if (b == 0)
    return 0;
  return a + product_of(a, b - 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 30000 || b < 0 || b > 30000)
    return 0;
  return product_of(b, a) - product_of(a, b);
}
