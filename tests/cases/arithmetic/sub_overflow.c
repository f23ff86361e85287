// expect: unknown reason~"overflow"
// options: --signed-overflow wrap
// expect: proved
// options: --signed-overflow ideal
// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return x - 1;
}
