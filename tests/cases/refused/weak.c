// expect: unknown
// concrete: none (refused)
// Another definition may replace it.
__attribute__((weak)) int f(void) { return 0; }
int main(void) {
  return f();
}
