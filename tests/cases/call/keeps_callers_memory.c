// expect: proved
static void set(int *p) {
  *p = 100;
}
int main(void) {
  int x = 3, y = 0;
  set(&y);
  while (x > 0)
    x--;
  int a[4];
  a[x] = 1;
  return 0;
}
