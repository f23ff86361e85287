// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
static int *keep;
static void remember(void) {
  int x = 5;
  keep = &x;
}
int main(void) {
  remember();
  return *keep;
}
