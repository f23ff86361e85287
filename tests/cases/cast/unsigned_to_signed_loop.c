// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  int i = (int)u;
  while (i < 0)
    i++;
  return 0;
}
