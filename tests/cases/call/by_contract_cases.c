// options: --attempt composed
// entry: twice
// expect: proved
// The contract has two alternatives; which of them describes a call is found by a case analysis.
/*@ requires n == 0 || \valid(p + (0 .. n - 1)); */
static void zero(char *p, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
}

/*@ requires \valid(p + (0 .. 9)); */
void twice(char *p, unsigned n)
{
  zero(0, 0);
  if (n <= 10)
    zero(p, n);
  else
    zero(p + 10, 0);
}
