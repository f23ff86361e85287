// expect: unknown message~"alias"
// concrete: none (refused)
int f(void) { return 0; }
int g(void) __attribute__((alias("f")));
int main(void) {
  return g();
}
