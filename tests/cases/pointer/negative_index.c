// expect: proved
int main(void) {
  int a[10];
  int *p = a + 5;
  p[-5] = 1;
  p[4] = 1;
  return 0;
}
