// options: --signed-overflow ideal
// expect: proved
// The smaller of two counters falls: a rank for each order of the two.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
  while (left > 0 && right > 0) {
    if (left < right) {
      left--;
      right = __VERIFIER_nondet_int();
    } else {
      right--;
      left = right + 1;
    }
  }
  return 0;
}
