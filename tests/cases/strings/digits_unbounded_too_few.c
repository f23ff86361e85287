// expect: unknown
// An unsigned of 32 bits may have ten digits.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char s[9];
  unsigned n = __VERIFIER_nondet_uint();
  int i = 9;
  while (n > 0) {
    s[--i] = '0' + n % 10;
    n /= 10;
  }
  return 0;
}
