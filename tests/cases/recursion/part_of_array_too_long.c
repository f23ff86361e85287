// entry: half
// expect: unknown
// The second part is one longer than what is left.
/*@ requires \valid(a + (0 .. n - 1)); */
void half(int *a, unsigned n) {
  if (n > 2) {
    a[n - 1] = 0;
    half(a, n / 2);
    half(a + n / 2, n - n / 2 + 1);
  }
}
int main(void) {
  int a[9];
  half(a, 9);
  return 0;
}
