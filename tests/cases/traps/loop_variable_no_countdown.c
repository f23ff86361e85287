// expect: no termination
// x does not keep its value, so nothing decreases.
int main(void) {
  for (;;) {
    int x;
    if (x <= 0)
      break;
    x--;
  }
  return 0;
}
