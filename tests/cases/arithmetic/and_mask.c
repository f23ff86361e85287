// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[8];
  int x = __VERIFIER_nondet_int();
  a[x & 7] = 1;
  return 0;
}
