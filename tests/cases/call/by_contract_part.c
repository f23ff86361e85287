// options: --attempt composed
// expect: proved
// `fill` is explored once: its contract describes a whole array, a part of one in the middle, and one of unknown size.
/*@ requires \valid(p + (0 .. n - 1)); */
static void fill(char *p, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    p[i] = 7;
}

/*@ requires \valid(q + (0 .. m - 1)) && m >= 8; */
static void frame(char *q, unsigned m)
{
  fill(q, m - 4);
  fill(q + 2, 4);
}

int main(void)
{
  char a[64];
  fill(a, 64);
  for (unsigned i = 0; i < 60; i++)
    fill(a + i, 4);
  frame(a + 16, 20);
  return 0;
}
