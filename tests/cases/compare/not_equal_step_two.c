// expect: unknown
// concrete: none (the error is 2^31 steps away)
// options: --signed-overflow wrap
// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
int main(void) {
  int i = 0;
  while (i != 9)
    i += 2;
  return 0;
}
