// expect: no termination
// options: --signed-overflow ideal
// expect: no termination
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    n++;
    i++;
  }
  return 0;
}
