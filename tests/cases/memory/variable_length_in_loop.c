// expect: proved
// stacksave and stackrestore.
int main(void) {
  for (int i = 1; i < 10; i++) {
    int a[i];
    a[i - 1] = i;
  }
  return 0;
}
