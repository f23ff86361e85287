// expect: proved
// The function g of the bit-vector paper: it ends by wrapping around.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned j = __VERIFIER_nondet_uint();
  while (j > 0)
    j++;
  return 0;
}
