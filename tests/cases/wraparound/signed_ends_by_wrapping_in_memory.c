// expect: unknown
// concrete: none (the error is 2^31 steps away)
// options: --signed-overflow ideal
// expect: no termination
// options: --signed-overflow wrap
// expect: proved
int main(void) {
  int *x = __builtin_alloca(sizeof(int));
  *x = 1;
  while (*x > 0)
    *x = *x + 1;
  return 0;
}
