// expect: proved
// A loop with two entries.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 20;
  if (__VERIFIER_nondet_int())
    goto inside;
  while (i > 0) {
    i--;
  inside:
    i--;
  }
  return 0;
}
