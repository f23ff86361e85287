// expect: no termination
int __VERIFIER_nondet_int(void) {
  for (;;)
    ;
}
int main(void) {
  return __VERIFIER_nondet_int();
}
