// options: --entry f
// expect: no termination
// options: --entry f --signed-overflow wrap
// expect: no termination
// options: --entry f --signed-overflow ideal
// expect: no termination
// The function f of the bit-vector paper (2016).
void f(unsigned x) {
  unsigned j = 0;
  while (j <= x)
    j++;
}
