// expect: proved
// Like endless_halving.c from 0 on, where each half is smaller.
extern int __VERIFIER_nondet_int(void);
static int middle(int low, int high) {
  if (low >= high) return low;
  int mid = (low + high) / 2;
  return __VERIFIER_nondet_int() ? middle(low, mid) : middle(mid + 1, high);
}
int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || low > 1000 || high < 0 || high > 1000) return 0;
  return middle(low, high);
}
