// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
// options: --signed-overflow ideal
// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return x % -1;
}
