// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2];
  _Bool b = __VERIFIER_nondet_int();
  a[b] = 1;
  return 0;
}
