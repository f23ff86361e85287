// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned j = 0;
  while (j < x)
    j++;
  return 0;
}
