// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  float f = __VERIFIER_nondet_int() * 0.5f;
  a[(int)f] = 1;
  return 0;
}
