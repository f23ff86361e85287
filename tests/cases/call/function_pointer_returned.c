// expect: proved
extern int __VERIFIER_nondet_int(void);

typedef int (*step)(int);

static int one(int x) { (void)x; return 1; }
static int two(int x) { (void)x; return 2; }
static step choose(int c) {
  if (c)
    return one;
  return two;
}

int main(void) {
  step f = choose(__VERIFIER_nondet_int());
  int n = 10;
  while (n > 0)
    n -= f(n);
  return 0;
}
