// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[50];
  int n = 50;
  while (n > 0) {
    n--;
    a[n] = n;
    if (__VERIFIER_nondet_int())
      n /= 2;
  }
  return 0;
}
