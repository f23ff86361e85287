// expect: proved
int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++)
    for (int j = 0; j + 1 < 10 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return 0;
}
