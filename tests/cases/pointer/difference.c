// expect: proved
int main(void) {
  int a[10];
  int *p = a + 2, *q = a + 9;
  while (q - p > 0)
    p++;
  *p = 1;
  return 0;
}
