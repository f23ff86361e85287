// options: --attempt composed
// entry: twice
// expect: violated memory safety
// Neither alternative describes the call with eleven bytes.
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
  if (n <= 11)
    zero(p, n);
  else
    zero(p + 10, 0);
}
