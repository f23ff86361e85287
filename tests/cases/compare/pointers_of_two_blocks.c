// expect: proved
// Two live blocks never have the same address.
int main(void) {
  int a[4], b[4];
  int *p = a < b ? a : b;
  p[3] = 1;
  return a == b ? *(int *)0 : 0;
}
