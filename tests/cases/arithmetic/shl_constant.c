// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[400];
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 100)
    a[x << 2] = 1;
  return 0;
}
