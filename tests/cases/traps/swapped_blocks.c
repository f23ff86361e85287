// expect: no termination
int main(void) {
  int x = 10, y = 0;
  int *p = &x, *q = &y;
  while (*p > 0 || *q > 0) {
    *p = *p - 1;
    *q = *q + 1;
    int *t = p;
    p = q;
    q = t;
  }
  return 0;
}
