// expect: proved
extern int __VERIFIER_nondet_int(void);

static int add(int x) { return x + 1; }
static int sub(int x) { return x - 1; }
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? add : sub;
  return f(3);
}
