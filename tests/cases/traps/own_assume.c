// expect: no termination
// The program defines its own assumption, as an endless loop.
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assume(int condition) {
  while (!condition)
    ;
}
int main(void) {
  __VERIFIER_assume(__VERIFIER_nondet_int() > 0);
  return 0;
}
