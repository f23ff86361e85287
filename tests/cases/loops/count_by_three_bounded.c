// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1000)
    for (int i = 0; i < n; i += 3)
      ;
  return 0;
}
