// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
// options: --signed-overflow wrap
// expect: no termination
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i >= 0 && i < 1000)
    i = 2 * i;
  return 0;
}
