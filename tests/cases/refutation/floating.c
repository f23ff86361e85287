// expect: open
// What a floating-point comparison gives is not known.
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int a[2] = {0};
  return a[__VERIFIER_nondet_double() > 0.5 ? 7 : 1];
}
