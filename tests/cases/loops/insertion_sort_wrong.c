// expect: unknown
// Reads a[-1] before the test.
int main(void) {
  int a[10];
  for (int i = 1; i < 10; i++) {
    int x = a[i], j = i;
    while (a[j - 1] > x && j > 0) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  return 0;
}
