// $ haltcert prove time.c --timeout 1 --no-refute | grep -o 'limit reached: time limit (.*)'
// $ haltcert prove time.c --timeout 1 --no-refute --json | grep -o '"id":"[^"]*"'
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
