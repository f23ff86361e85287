// expect: unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int() % 100, y = __VERIFIER_nondet_int() % 100;
  __builtin_assume(x - y <= 20);
  return 0;
}
