// expect: proved
// Like long_count.c, but as many rounds as there may be stay below the edge.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = __VERIFIER_nondet_int(), sum = 0;
  if (rounds > 300000) return 0;
  for (int i = 0; i < rounds; i++)
    sum += 7000;
  return sum == 1;
}
