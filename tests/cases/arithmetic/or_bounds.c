// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[16];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint();
  if (x < 16 && y < 16)
    a[x | y] = 1;
  return 0;
}
