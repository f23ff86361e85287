// expect: unknown
// options: --signed-overflow ideal
// expect: proved
// As product.c, with factors that are too large.
static int times(int a, int b) {
  if (b == 0)
    return 0;
  return a + times(a, b - 1);
}
int main(void) {
  return times(300000000, 8);
}
