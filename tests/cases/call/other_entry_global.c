// options: --entry f
// expect: unknown
// Initial values hold for main only: f may be called twice.
static int n = 3;
int f(void) {
  int a[4];
  a[n] = 1;
  n = 100;
  return 0;
}
