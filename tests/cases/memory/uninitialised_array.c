// expect: proved
int main(void) {
  int a[10];
  int n = a[3];
  while (n > 0)
    n--;
  return 0;
}
