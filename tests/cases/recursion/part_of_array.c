// entry: half
// expect: proved
/*@ requires \valid(a + (0 .. n - 1)); */
void half(int *a, unsigned n) {
  if (n > 1) {
    a[n - 1] = 0;
    half(a, n / 2);
    half(a + n / 2, n - n / 2);
  }
}
int main(void) {
  int a[9];
  half(a, 9);
  half(a, 0);
  return 0;
}
