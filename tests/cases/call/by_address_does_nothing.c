// expect: no termination
extern int __VERIFIER_nondet_int(void);

static void decrease(int *p, int really) {
  if (really)
    *p = *p - 1;
}
int main(void) {
  int n = 10;
  while (n > 0)
    decrease(&n, __VERIFIER_nondet_int());
  return 0;
}
