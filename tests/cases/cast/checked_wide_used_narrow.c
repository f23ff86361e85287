// expect: proved
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int a[10];
  long n = __VERIFIER_nondet_long();
  int m = (int)n;
  if (n >= 0 && n < 10)
    a[m] = 1;
  return 0;
}
