// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double d = __VERIFIER_nondet_int() / 3.0;
  int n = (int)d;
  while (n > 0)
    n--;
  return 0;
}
