// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000)
    return 0;
  for (int i = 1; i < n; i *= 2)
    ;
  return 0;
}
