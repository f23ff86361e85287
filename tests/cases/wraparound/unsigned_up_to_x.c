// expect: no termination
// options: --signed-overflow wrap
// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
// The function f of the bit-vector paper: endless for the largest x.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned j = 0;
  while (j <= x)
    j++;
  return 0;
}
