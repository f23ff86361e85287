// expect: unknown
// options: --signed-overflow wrap
// expect: unknown
// options: --signed-overflow ideal
// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int zero = __VERIFIER_nondet_int();
  if (zero != 0)
    return 0;
  int x = 5 / zero;
  while (x == x)
    ;
  return 0;
}
