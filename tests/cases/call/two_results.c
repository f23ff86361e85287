// expect: proved
extern int __VERIFIER_nondet_int(void);

static int divide(int a, int b, int *rest) {
  *rest = a % b;
  return a / b;
}
int main(void) {
  int a[10], rest;
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x >= 100)
    return 0;
  a[divide(x, 10, &rest)] = 1;
  a[rest] = 1;
  return 0;
}
