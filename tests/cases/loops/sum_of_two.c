// expect: proved
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  int a = x, b = y;
  while (a + b > 0) {
    if (a > 0)
      a--;
    else
      b--;
  }
  return 0;
}
