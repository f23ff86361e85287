// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[19];
  int x = __VERIFIER_nondet_int();
  a[x % 10 + 9] = 1;
  return 0;
}
