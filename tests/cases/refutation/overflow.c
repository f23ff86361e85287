// expect: violated no overflow
// options: --signed-overflow wrap
// expect: proved
// options: --signed-overflow ideal
// expect: proved
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 1000 || y < 1000) return 0;
  return x + y;
}
