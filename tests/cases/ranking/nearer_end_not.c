// options: --signed-overflow ideal
// expect: no termination
// As nearer_end.c, but the other counter may shrink to the smaller one for free.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
  while (left > 0 && right > 0) {
    if (left < right)
      right = __VERIFIER_nondet_int();
    else
      left = __VERIFIER_nondet_int();
  }
  return 0;
}
