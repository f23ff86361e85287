// expect: unknown
// concrete: none (the error is 2^31 steps away)
// options: --signed-overflow wrap
// expect: no termination
// options: --signed-overflow ideal
// expect: proved
// n may be INT_MAX.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i <= n; i++)
    ;
  return 0;
}
