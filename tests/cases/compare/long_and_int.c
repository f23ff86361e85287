// expect: proved
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int a[10];
  long n = __VERIFIER_nondet_long();
  for (int i = 0; i < n && i < 10; i++)
    a[i] = 0;
  return 0;
}
