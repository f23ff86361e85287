// expect: open
// Nor is what a volatile variable holds.
volatile int x = 0;
int main(void) {
  int a[2] = {0};
  return a[x];
}
