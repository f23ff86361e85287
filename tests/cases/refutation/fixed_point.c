// options: --signed-overflow wrap
// expect: violated termination
// options:
// expect: violated no overflow
// Doubling ends at 0 where it wraps.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 3) return 0;
  while (x != 1) x = x * 2;
  return 0;
}
