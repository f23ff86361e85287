// expect: unknown
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned i = __VERIFIER_nondet_uint() % 10;
  a[i - 1] = 0;
  return 0;
}
