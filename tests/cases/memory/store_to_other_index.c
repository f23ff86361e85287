// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = 1 + __VERIFIER_nondet_uint() % 3;
  a[i] = 100;
  return a[a[0]];
}
