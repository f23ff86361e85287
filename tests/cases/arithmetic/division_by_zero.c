// expect: unknown reason~"di(v|vision|visor)"
// options: --signed-overflow wrap
// expect: unknown
// options: --signed-overflow ideal
// expect: unknown
// An error in every mode.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return 10 / x;
}
