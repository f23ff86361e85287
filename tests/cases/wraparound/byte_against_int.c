// expect: no termination
// Endless for n above 255.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (unsigned char c = 0; c < n; c++)
    ;
  return 0;
}
