// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    if (__VERIFIER_nondet_int())
      n--;
    else
      i++;
  }
  return 0;
}
