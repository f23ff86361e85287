// expect: unknown
int main(void) {
  int a[10];
  for (unsigned i = 9; i >= 0; i--)
    a[i] = 0;
  return 0;
}
