// expect: unknown
// 4 | 11 is 15.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[12];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint();
  if (x < 12 && y < 12)
    a[x | y] = 1;
  return 0;
}
