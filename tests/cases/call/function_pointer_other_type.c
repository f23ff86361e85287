// expect: unknown reason~"another type"
extern int __VERIFIER_nondet_int(void);

static int add(int x) { return x + 1; }
static int twice(int x) { return x < 9 ? x + x : x; }

int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? add : twice;
  int (*g)(long) = (int (*)(long))f;
  return g(3);
}
