// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 10;
  if (x < 10)
    return 0;
  __builtin_unreachable();
}
