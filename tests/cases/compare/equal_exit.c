// expect: no termination
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  while (1) {
    if (i == 10)
      break;
    i += 2;
  }
  return 0;
}
