// expect: proved
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned char d = __VERIFIER_nondet_uchar();
  int a[511];
  a[c + d] = 1;
  return 0;
}
