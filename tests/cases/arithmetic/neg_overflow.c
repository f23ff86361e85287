// expect: unknown reason~"overflow"
// options: --signed-overflow wrap
// expect: proved
// -INT_MIN
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return -x;
}
