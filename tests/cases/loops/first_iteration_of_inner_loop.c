// expect: proved
// In every round of the outer loop the first iteration of the inner one is special.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int kinds[20];
  for (int i = 0; i < 20; i++)
    kinds[i] = __VERIFIER_nondet_int();
  int i = 0;
  while (i < 20) {
    if (kinds[i] & 8) {
      while (i < 20 && kinds[i] & 8)
        i++;
    } else
      i++;
  }
  return 0;
}
