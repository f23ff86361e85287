// expect: unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4];
  int b[2] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 4u;
  a[0] = a[1] = a[2] = 7;
  a[3] = 0;
  b[a[i]] = 1;
  return 0;
}
