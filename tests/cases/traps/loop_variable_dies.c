// expect: unknown
// x of the first iteration is dead when the second begins.
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    if (p)
      *p = 1;
    int x = i;
    p = &x;
  }
  return 0;
}
