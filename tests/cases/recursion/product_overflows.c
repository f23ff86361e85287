// expect: unknown
// options: --signed-overflow ideal
// expect: proved
// As product.c, with factors that are too large.
static int product_of(int a, int b) {
  if (b == 0)
    return 0;
  return a + product_of(a, b - 1);
}
int main(void) {
  return product_of(300000000, 8);
}
