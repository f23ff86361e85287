// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned i = __VERIFIER_nondet_uint() % 10;
  unsigned j = i - 5;
  a[j + 5] = 0;
  return 0;
}
