// expect: unknown
// In the second iteration x is a new variable with an arbitrary value.
int main(void) {
  int a[4];
  for (int i = 0; i < 3; i++) {
    int x;
    if (i == 0)
      x = 2;
    a[x] = i;
  }
  return 0;
}
