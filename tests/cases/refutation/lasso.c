// expect: violated termination
// options: --signed-overflow wrap
// expect: violated termination
// options: --signed-overflow ideal
// expect: violated termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), turns = 0;
  while (x > 1) {
    x = x / 2 + x % 2 + 1;
    turns = !turns;
  }
  return turns;
}
