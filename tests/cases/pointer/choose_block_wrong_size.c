// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3], b[5];
  int *p = __VERIFIER_nondet_int() ? a : b;
  p[4] = 0;
  return 0;
}
