// expect: unknown
static int *make(void) {
  int x = 5;
  int *p = &x;
  return p;
}
int main(void) {
  return *make();
}
