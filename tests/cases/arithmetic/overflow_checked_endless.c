// expect: no termination
// 2^31 * 2 does not fit, and the bits that are left stay 0.
int main(void) {
  unsigned x = 1, steps = 0;
  do {
    __builtin_mul_overflow(x, 2u, &x);
    steps++;
  } while (!__builtin_add_overflow(x, steps & 1, &x) || steps);
  return 0;
}
