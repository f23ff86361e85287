// entry: fill
// expect: bad input message~"may change the value"
// The number is converted to the type of the predicate's parameter.
/*@ predicate bytes(char *p, unsigned n) = \valid(p + (0 .. n - 1)); */
/*@ requires bytes(p, n); */
void fill(char *p, int n)
{
}

int main(void)
{
  return 0;
}
