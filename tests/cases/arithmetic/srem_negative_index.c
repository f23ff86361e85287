// expect: unknown
// The remainder has the sign of the dividend.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  int x = __VERIFIER_nondet_int();
  a[x % 10] = 1;
  return 0;
}
