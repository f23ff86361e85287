// expect: violated termination
// The interval from -1 to 0 is its own half, as division goes towards 0.
extern int __VERIFIER_nondet_int(void);
static int middle(int low, int high) {
  if (low >= high) return low;
  int mid = (low + high) / 2;
  return __VERIFIER_nondet_int() ? middle(low, mid) : middle(mid + 1, high);
}
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < -1000 || low > 1000 || high < -1000 || high > 1000) return 0;
  return middle(low, high);
}
