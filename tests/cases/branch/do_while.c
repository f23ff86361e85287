// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  do {
    i = i / 2;
  } while (i > 0);
  return 0;
}
