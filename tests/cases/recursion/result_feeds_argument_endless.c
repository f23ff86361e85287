// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
// As result_feeds_argument.c, but what goes up comes down again as far.
extern int __VERIFIER_nondet_int(void);
static int f(int x) {
  if (x > 50)
    return x - 5;
  return f(f(x + 5));
}
int main(void) {
  return f(__VERIFIER_nondet_int());
}
