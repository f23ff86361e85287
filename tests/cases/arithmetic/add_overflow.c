// expect: unknown reason~"overflow"
// options: --signed-overflow wrap
// expect: proved
// options: --signed-overflow ideal
// expect: proved
// The sum may leave the range of int: an error in the default mode, defined in the others.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return x + 1;
}
