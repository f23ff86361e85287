// entry: first
// expect: proved
// A function of another file: of it the contract says that its calls return and change nothing.
unsigned bits(const unsigned *x, int n);

/*@ requires n > 0 && \valid_read(x + (0 .. n - 1)) && \callback(&bits); */
unsigned first(const unsigned *x, int n)
{
  unsigned at = bits(x, n) / 32;
  return at < (unsigned)n ? x[at] : 0;
}
