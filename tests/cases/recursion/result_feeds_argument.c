// expect: proved
// The inner result is an argument again: what a return says about it depends on the case it took.
extern int __VERIFIER_nondet_int(void);
static int f(int x) {
  if (x > 50)
    return x - 5;
  return f(f(x + 6));
}
int main(void) {
  return f(__VERIFIER_nondet_int());
}
