// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 200)
    for (unsigned char c = 0; c < n; c++)
      ;
  return 0;
}
