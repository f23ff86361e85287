// expect: proved
// options: --signed-overflow wrap
// expect: proved
// options: --signed-overflow ideal
// gap: proved
// The flag says whether the sum is the exact one, in every mode.
int __VERIFIER_nondet_int(void);
int main(void) {
  int table[100];
  for (int i = 0; i < 100; i++)
    table[i] = i;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum, steps = 0;
  if (a < 0 || b < 0)
    return 0;
  if (!__builtin_add_overflow(a, b, &sum) && sum < 100)
    return table[a] == table[b];
  // Ends: the sum grows until it does not fit.
  for (sum = 0; !__builtin_add_overflow(sum, 1000000, &sum); steps++)
    ;
  unsigned product;
  if (!__builtin_mul_overflow((unsigned)steps, 7u, &product) && product < 700)
    return table[steps];
  return 0;
}
