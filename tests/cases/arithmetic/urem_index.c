// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned x = __VERIFIER_nondet_uint();
  a[x % 10] = 1;
  return 0;
}
