// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4];
  int n = 0;
  switch (__VERIFIER_nondet_int()) {
  case 3: n++;
  case 2: n++;
  case 1: n++;
  }
  a[n] = 1;
  return 0;
}
