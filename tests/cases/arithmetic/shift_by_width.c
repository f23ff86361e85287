// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 32)
    return 1u << n;
  return 0;
}
