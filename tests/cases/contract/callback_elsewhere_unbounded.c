// entry: first
// expect: unknown
// concrete: none (what `bits` returns is decided elsewhere)
// What it returns may be anything.
unsigned bits(const unsigned *x, int n);

/*@ requires n > 0 && \valid_read(x + (0 .. n - 1)) && \callback(&bits); */
unsigned first(const unsigned *x, int n)
{
  unsigned at = bits(x, n) / 32;
  return at <= (unsigned)n ? x[at] : 0;
}
