// expect: unknown
// concrete: none (the error is 2^31 steps away)
// options: --signed-overflow ideal
// expect: no termination
// options: --signed-overflow wrap
// expect: proved
// Overflow never ends a loop in the modes error and ideal.
int main(void) {
  int x = 1;
  while (x > 0)
    x++;
  return 0;
}
