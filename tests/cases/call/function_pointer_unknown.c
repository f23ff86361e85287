// expect: unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int add(int x) { return x + 1; }
int main(void) {
  int (*f)(int) = add;
  if (__VERIFIER_nondet_int())
    f = (int (*)(int))__VERIFIER_nondet_ulong();
  return f(3);
}
