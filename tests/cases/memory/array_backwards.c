// expect: proved
int main(void) {
  int a[10];
  for (int i = 9; i >= 0; i--)
    a[i] = i;
  return 0;
}
