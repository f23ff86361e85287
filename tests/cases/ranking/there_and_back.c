// options: --signed-overflow ideal
// expect: proved
// A flag decides the direction; each return costs one unit of fuel.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
  int fuel = __VERIFIER_nondet_int(), back = __VERIFIER_nondet_int();
  while (fuel > 0 && at >= 0 && at <= n) {
    if (back == 0) {
      at++;
      if (__VERIFIER_nondet_int())
        back = 1;
    } else {
      at--;
      if (__VERIFIER_nondet_int()) {
        fuel--;
        back = 0;
      }
    }
  }
  return 0;
}
