// expect: proved
// The sum of two ints fits long.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  long sum = (long)x + y;
  return sum > 0;
}
