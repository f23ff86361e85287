// expect: violated no overflow
// options: --signed-overflow wrap
// expect: violated memory safety
// The first error of a run counts: what stands behind the overflow is not reached.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[2] = {0};
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647) return 0;
  x = x + 1;
  return a[x > 0 ? 0 : 5];
}
