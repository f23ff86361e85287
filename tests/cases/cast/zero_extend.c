// expect: proved
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int a[256];
  int i = c;
  a[i] = 1;
  return 0;
}
