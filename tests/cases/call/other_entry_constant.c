// options: --entry f
// expect: proved
static const int n = 3;
int f(void) {
  int a[4];
  a[*(const int *)&n] = 1;
  return 0;
}
