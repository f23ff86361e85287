// expect: unknown
int main(void) {
  int a[4], b[4];
  long d = b - a;
  a[d + 4] = 1;
  return 0;
}
