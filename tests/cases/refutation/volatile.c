// expect: open
// Nor is what a volatile variable holds.
int main(void) {
  volatile int x = 0;
  int a[2] = {0};
  return a[x];
}
