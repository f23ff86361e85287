// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[100];
  int i = __VERIFIER_nondet_int();
  i = i < 0 ? 0 : i;
  i = i > 99 ? 99 : i;
  a[i] = 1;
  return 0;
}
