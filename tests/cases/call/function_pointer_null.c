// expect: unknown reason~"null"
extern int __VERIFIER_nondet_int(void);

static int add(int x) { return x + 1; }

int main(void) {
  int (*f)(int) = 0;
  if (__VERIFIER_nondet_int())
    f = add;
  return f(3);
}
