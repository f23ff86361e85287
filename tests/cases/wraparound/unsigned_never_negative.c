// expect: no termination
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = n; i >= 0; i--)
    ;
  return 0;
}
