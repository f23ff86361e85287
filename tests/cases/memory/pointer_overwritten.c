// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3;
  union { int *p; int i; } u;
  u.p = &x;
  u.i = __VERIFIER_nondet_int();
  return *u.p;
}
