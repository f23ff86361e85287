// expect: no termination
// Nothing is concluded from floating point.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double d = __VERIFIER_nondet_int();
  while (d > 0.0)
    d = d - 1.0;
  return 0;
}
