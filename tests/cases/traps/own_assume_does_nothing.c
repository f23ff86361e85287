// expect: unknown
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assume(int condition) {
}
int main(void) {
  int a[4];
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 4);
  a[i] = 0;
  return 0;
}
