// expect: unknown
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low >= 0 && low < high)
    return (low + high) / 2;
  return 0;
}
