// expect: proved
// The path through the first condition decides the second.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = 0, y;
  if (x > 5)
    p = &y;
  if (x > 5)
    *p = 1;
  return 0;
}
