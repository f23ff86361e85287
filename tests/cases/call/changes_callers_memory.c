// expect: unknown
static void set(int *p) {
  *p = 100;
}
int main(void) {
  int x = 3;
  set(&x);
  int a[4];
  a[x] = 1;
  return 0;
}
