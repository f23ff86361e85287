// expect: no termination
// The square of 1 is 1.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
  if (limit > 40000)
    return 0;
  while (x > 0 && x < limit)
    x = x * x;
  return 0;
}
