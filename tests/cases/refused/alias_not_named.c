// expect: proved
// An alias that nothing reached names: musl's weak_alias.
static int x = 3;
int f(void) { return x; }
int g(void) __attribute__((weak, alias("f")));
extern int y __attribute__((alias("x")));
int main(void) {
  return f();
}
