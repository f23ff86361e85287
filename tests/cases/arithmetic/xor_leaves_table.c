// expect: unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[6] = {0};
  unsigned x = __VERIFIER_nondet_uint() % 6u, y = __VERIFIER_nondet_uint() % 6u;
  return a[x ^ y];
}
