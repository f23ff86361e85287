// expect: unknown
// options: --signed-overflow ideal
// expect: no termination
// options: --signed-overflow wrap
// expect: proved
// Overflows for i > 10; wraps to 10 in the end.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i != 10)
    i++;
  return 0;
}
