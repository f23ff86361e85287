// expect: unknown
// concrete: none (the module has no end of this life)
// Without debug information nobody sees the label that the array's scope is left to.
int __VERIFIER_nondet_int(void);

__attribute__((nodebug)) int main(void) {
  int *p = 0, n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9)
    return 0;
  int b[n];
  b[0] = 1;
again:;
  if (p)
    return *p & 0;
  int a[n];
  a[0] = 0;
  p = a;
  goto again;
}
