// expect: proved
int main(void) {
  int a[10];
  for (int *p = a; p != a + 10; p++)
    *p = 0;
  return 0;
}
