// expect: violated termination
// The inputs are the same in each round.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0;
  while (i < 10)
    i = __VERIFIER_nondet_int() > 5 ? 0 : i + 1;
  return 0;
}
