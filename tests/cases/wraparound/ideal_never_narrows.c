// options: --signed-overflow ideal
// expect: no termination
// In the mode ideal x grows beyond 2^31 and sext keeps its value, so y is reset again and again.
int main(void) {
  long y = 1;
  int x = 1;
  while (y < 5000000000l) {
    x = x + 1;
    y = x;
    if (y > 4000000000l)
      y = 0;
  }
  return 0;
}
