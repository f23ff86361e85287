// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[8];
  int x = __VERIFIER_nondet_int();
  switch (x) {
  case 0:
  case 3:
  case 7:
    a[x] = 1;
  }
  return 0;
}
