// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2];
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  a[x == y] = 1;
  a[!x] = 1;
  a[x < y && y < 7] = 1;
  return 0;
}
