// expect: no termination
extern int __VERIFIER_nondet_int(void);

static void wait(int n) {
  while (n > 0)
    ;
}
int main(void) {
  wait(__VERIFIER_nondet_int());
  return 0;
}
