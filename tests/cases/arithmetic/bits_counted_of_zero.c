// expect: unknown message~"not 0"
// The number of leading zeros of 0 is undefined.
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  return __builtin_clz(x >> 1);
}
