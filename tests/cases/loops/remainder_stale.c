// expect: no termination
// A number changes, and its remainder is the one before.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned rest = n % 8;
  while (n < 100) {
    rest = n % 8;
    n += __VERIFIER_nondet_uint() % 4 + 1;
  }
  unsigned whole = n - rest;
  while (whole != 0)
    whole -= 8;
  return 0;
}
