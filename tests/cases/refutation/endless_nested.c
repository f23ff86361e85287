// options: --signed-overflow ideal
// expect: violated termination
// The inner loop ends each time; the outer one never does.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), total = 0;
  if (n < 1) return 0;
  while (n > 0) {
    for (int i = 0; i < n; i++) total++;
    n++;
  }
  return total;
}
