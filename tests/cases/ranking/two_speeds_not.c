// options: --signed-overflow ideal
// expect: no termination
// As two_speeds.c, but the slow speed does not fall in one branch.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int way = __VERIFIER_nondet_int();
  int slow = __VERIFIER_nondet_int(), fast = __VERIFIER_nondet_int();
  while (way >= 0) {
    if (__VERIFIER_nondet_int()) {
      way += slow;
    } else {
      way += fast;
      slow--;
    }
    fast += slow;
  }
  return 0;
}
