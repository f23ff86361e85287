// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *x = __builtin_alloca(sizeof(int));
  int *y = __builtin_alloca(sizeof(int));
  *x = __VERIFIER_nondet_int();
  *y = __VERIFIER_nondet_int();
  while (*x > 0 && *y > 0) {
    *x = *x - 1;
    *y = *y - 1;
  }
  return 0;
}
