// expect: violated termination
// One input is chosen in each round, and its number is not 0.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned long turns = 0;
  for (;;) {
    int x = __VERIFIER_nondet_int();
    if (x <= 2) return turns > 100;
    turns += 3;
  }
}
