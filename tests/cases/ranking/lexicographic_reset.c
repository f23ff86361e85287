// options: --signed-overflow ideal
// expect: proved
// Three counters; each but the last sets the ones after it to anything.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  while (a > 0 && b > 0 && c > 0) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      a--;
      b = __VERIFIER_nondet_int();
      c = __VERIFIER_nondet_int();
      break;
    case 1:
      b--;
      c = __VERIFIER_nondet_int();
      break;
    default:
      c--;
    }
  }
  return 0;
}
