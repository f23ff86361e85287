// options: --signed-overflow ideal
// expect: proved
// That the copy is never above the bound is an invariant which the rank needs.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int();
  if (low < 0)
    return 0;
  int copy = 2 * low, bound = 2 * low;
  while (copy >= low) {
    if (__VERIFIER_nondet_int()) {
      copy--;
    } else {
      copy = bound - 1;
      bound = copy;
    }
  }
  return 0;
}
