// expect: proved
extern int __VERIFIER_nondet_int(void);

static int add(int x) { return x < 1000 ? x + 1 : x; }
static int sub(int x) { return x > -1000 ? x - 1 : x; }

int main(void) {
  int (*f)(int) = add;
  int x = 0;
  for (int i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_int())
      f = f == add ? sub : add;
    x = f(x);
  }
  return x;
}
