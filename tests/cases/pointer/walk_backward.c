// expect: proved
int main(void) {
  int a[10];
  int *p = a + 10;
  while (p != a)
    *--p = 0;
  return 0;
}
