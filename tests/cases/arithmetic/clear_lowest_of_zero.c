// expect: no termination
// Clearing the lowest bit of 0 gives 0, and goes on for ever.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  do {
    x &= x - 1;
  } while (x <= 1000000000u);
  return 0;
}
