// expect: no termination
// The second call hands over one block twice.
static int run(int *p, int *q) {
  *p = 10;
  while (*p > 0) {
    *p = *p - 1;
    *q = 10;
  }
  return 0;
}
int main(void) {
  int x, y;
  run(&x, &y);
  return run(&x, &x);
}
