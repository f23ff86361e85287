// expect: proved
int main(void) {
  int a[10];
  int *p = a + 10;
  return p == a;
}
