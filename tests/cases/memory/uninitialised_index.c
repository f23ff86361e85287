// expect: unknown
int main(void) {
  int a[10];
  int x;
  a[x] = 1;
  return 0;
}
