// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 0 && n <= 10)
    a[x % n] = 1;
  return 0;
}
