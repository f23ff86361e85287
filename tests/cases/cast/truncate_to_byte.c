// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[256];
  int x = __VERIFIER_nondet_int();
  a[(unsigned char)x] = 1;
  return 0;
}
