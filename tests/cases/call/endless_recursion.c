// expect: no termination
static int f(int n) {
  return n == 0 ? 0 : f(n - 2);
}
int main(void) {
  return f(7);
}
