// expect: no termination
// low = middle makes no progress when high = low + 1.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[100];
  int key = __VERIFIER_nondet_int();
  int low = 0, high = 99;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] < key)
      low = middle;
    else
      high = middle;
  }
  return low;
}
