// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

static const int table[4] = {3, 1, 2, 0};
int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint() % 4;
  a[table[i]] = 1;
  return 0;
}
