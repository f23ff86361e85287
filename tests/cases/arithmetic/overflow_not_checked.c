// expect: unknown
// The sum is stored whether it overflowed or not.
int __VERIFIER_nondet_int(void);
int main(void) {
  int table[100];
  for (int i = 0; i < 100; i++)
    table[i] = i;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
  if (a < 0 || b < 0)
    return 0;
  __builtin_add_overflow(a, b, &sum);
  if (sum < 100)
    return table[a];
  return 0;
}
