// expect: unknown
int main(void) {
  int a[10];
  int *p = a + 5;
  p[-6] = 1;
  return 0;
}
