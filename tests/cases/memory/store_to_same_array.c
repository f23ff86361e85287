// expect: unknown
// The store may have changed a[0].
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  a[i] = 100;
  return a[a[0]];
}
