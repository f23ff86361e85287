// expect: unknown
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int a[10];
  long n = __VERIFIER_nondet_long();
  int m = (int)n;
  if (m >= 0 && m < 10)
    a[n] = 1;
  return 0;
}
