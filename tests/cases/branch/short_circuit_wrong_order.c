// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10];
  int i = __VERIFIER_nondet_int();
  if (a[i] > 3 && i >= 0 && i < 10)
    return 1;
  return 0;
}
