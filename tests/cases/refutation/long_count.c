// expect: violated no overflow
// Of all the runs that are long only a much longer one comes to the edge.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < rounds; i++)
    sum += 7000;
  return sum == 1;
}
