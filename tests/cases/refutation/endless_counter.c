// expect: violated no overflow
// options: --signed-overflow ideal
// expect: violated termination
// With unbounded integers it counts forever; a machine's int overflows, or wraps and comes to an end.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), rounds = 0;
  while (x > 0) {
    x++;
    rounds += rounds < 10;
  }
  return rounds;
}
