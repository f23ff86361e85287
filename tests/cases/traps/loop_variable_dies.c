// expect: unknown
// x of the first iteration is dead in the second.
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p)
      *p = 1;
    p = &x;
  }
  return 0;
}
