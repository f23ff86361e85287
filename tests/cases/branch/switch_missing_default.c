// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4];
  int i = 4;
  switch (__VERIFIER_nondet_int()) {
  case 1: i = 0; break;
  case 5: i = 3; break;
  }
  a[i] = 1;
  return 0;
}
