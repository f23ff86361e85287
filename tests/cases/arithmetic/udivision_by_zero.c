// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
// options: --signed-overflow ideal
// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  return 10 % x;
}
