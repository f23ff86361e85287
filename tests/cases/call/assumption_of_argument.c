// expect: unknown
static int half(int x) {
  __builtin_assume(x > 0);
  return x / 2;
}

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >= 0)
    return half(x);
  return 0;
}
