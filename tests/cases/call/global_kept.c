// expect: proved
int n = 3, m;
static void set(void) { m = 100; }
int main(void) {
  int a[4];
  set();
  a[n] = 1;
  return 0;
}
