// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000)
    return 0;
  int y = 12 * x;
  int a[24001];
  a[y + 12000] = 1;
  return 0;
}
