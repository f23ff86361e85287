// expect: proved
// An unsigned of 32 bits has at most ten digits.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char s[11];
  unsigned n = __VERIFIER_nondet_uint();
  int i = 10;
  s[i] = 0;
  while (n > 0) {
    s[--i] = '0' + n % 10;
    n /= 10;
  }
  return 0;
}
