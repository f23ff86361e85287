// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[256];
  int x = __VERIFIER_nondet_int();
  unsigned char *p = (unsigned char *)&x;
  a[p[2]] = 1;
  return 0;
}
