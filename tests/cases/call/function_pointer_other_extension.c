// expect: unknown reason~"signext"
// concrete: none (the values agree; compilers may not rely on it)
extern int __VERIFIER_nondet_int(void);

static int up(unsigned char c) { return c + 1; }
static int down(unsigned char c) { return c - 1; }

int main(void) {
  int (*f)(unsigned char) = __VERIFIER_nondet_int() ? up : down;
  int (*g)(signed char) = (int (*)(signed char))f;
  return g(3);
}
