// expect: proved
// A negative length becomes an enormous one; that the stack suffices is an assumption.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = 0;
  return 0;
}
