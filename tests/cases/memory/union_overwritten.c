// expect: unknown
extern char __VERIFIER_nondet_char(void);

int main(void) {
  union { int i; char c; } x;
  int a[10];
  x.i = 3;
  x.c = __VERIFIER_nondet_char();
  a[x.i] = 1;
  return 0;
}
