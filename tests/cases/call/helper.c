// expect: proved
extern int __VERIFIER_nondet_int(void);

static int limit(int x) {
  if (x > 10)
    return 10;
  return x;
}
int main(void) {
  int n = limit(__VERIFIER_nondet_int());
  int a[11];
  if (n >= 0)
    a[n] = 1;
  return 0;
}
