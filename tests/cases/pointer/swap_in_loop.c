// expect: proved
int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  for (int i = 0; i < 10; i++) {
    int *t = p;
    p = q;
    q = t;
    *p = i;
  }
  return *q;
}
