// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 5)
    for (;;)
      ;
  return 0;
}
