// expect: unknown
// concrete: none (the error is 2^31 steps away)
// options: --signed-overflow wrap
// expect: no termination
// n may exceed INT_MAX: overflow, or an endless loop.
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
  int i = 0;
  while (i < n)
    i++;
  return 0;
}
