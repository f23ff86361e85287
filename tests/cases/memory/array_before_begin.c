// expect: unknown
int main(void) {
  int a[10];
  for (int i = 9; i >= -1; i--)
    a[i] = i;
  return 0;
}
