// entry: clear
// expect: proved
// The elements of an interval count from a pointer that terms have moved before.
/*@ requires 0 < n < 1000 && \valid(p + 1 + (0 .. n - 1)); */
void clear(int *p, int n)
{
  for (int i = 1; i <= n; i++)
    p[i] = 0;
}
