// options: --entry g
// expect: proved
// The function g of the bit-vector paper (2016).
void g(unsigned j) {
  while (j > 0)
    j++;
}
