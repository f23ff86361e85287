// expect: unknown reason~"shift"
// options: --signed-overflow wrap
// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return 1u << n;
}
