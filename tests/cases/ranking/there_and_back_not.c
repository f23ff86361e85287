// options: --signed-overflow ideal
// expect: no termination
// As there_and_back.c, but turning round is free.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
  int back = __VERIFIER_nondet_int();
  while (at >= 0 && at <= n) {
    if (back == 0) {
      at++;
      if (__VERIFIER_nondet_int())
        back = 1;
    } else {
      at--;
      if (__VERIFIER_nondet_int())
        back = 0;
    }
  }
  return 0;
}
