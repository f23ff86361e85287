// expect: proved
// A definition counts, not the name.
int __VERIFIER_nondet_int(void) {
  return 2;
}
int main(void) {
  int a[3];
  a[__VERIFIER_nondet_int()] = 1;
  return 0;
}
