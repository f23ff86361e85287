// expect: proved
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0, high = __VERIFIER_nondet_int();
  while (low < high) {
    int middle = low + (high - low) / 2;
    low = middle + 1;
  }
  return 0;
}
