// expect: unknown reason~"unreachable"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 77)
    __builtin_unreachable();
  return 0;
}
