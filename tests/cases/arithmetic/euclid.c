// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  while (b != 0) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return 0;
}
