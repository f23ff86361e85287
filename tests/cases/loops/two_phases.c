// options: --signed-overflow ideal
// expect: proved
// First y falls below 0, then x falls.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x >= 0) {
    x = x + y;
    y = y - 1;
  }
  return 0;
}
