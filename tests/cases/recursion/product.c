// expect: proved
// The result is the product of the arguments, so no sum overflows.
extern int __VERIFIER_nondet_int(void);
static int times(int a, int b) {
  if (b == 0)
    return 0;
  return a + times(a, b - 1);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 30000 || b < 0 || b > 30000)
    return 0;
  return times(b, a) - times(a, b);
}
