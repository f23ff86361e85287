// expect: bad input
extern int __VERIFIER_nondet_int(void);
int main(void) {
#pragma clang diagnostic ignored "-Wdivision-by-zero"
  if (__VERIFIER_nondet_int() == 3)
    (void)(1 / 0);
  return 0;
}
