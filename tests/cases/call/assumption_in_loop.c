// expect: unknown
// Wrong in the last round.
int main(void) {
  int a[8];
  for (int i = 0; i <= 8; i++) {
    __builtin_assume(i < 8);
    if (i < 8)
      a[i] = i;
  }
  return 0;
}
