// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3], b[5];
  int *p;
  unsigned n;
  if (__VERIFIER_nondet_int()) {
    p = a;
    n = 3;
  } else {
    p = b;
    n = 5;
  }
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
  return 0;
}
