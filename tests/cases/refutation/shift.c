// expect: violated memory safety
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 40) return 0;
  return (1u << n) == 0;
}
