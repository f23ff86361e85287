// expect: unknown
int n = 3;
static void set(void) { n = 100; }
int main(void) {
  int a[4];
  set();
  a[n] = 1;
  return 0;
}
