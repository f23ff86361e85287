// expect: violated memory safety
// options: --signed-overflow wrap
// expect: violated memory safety
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  return x / y;
}
