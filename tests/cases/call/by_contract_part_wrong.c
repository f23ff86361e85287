// options: --attempt composed
// expect: violated memory safety
// The last part is larger than what is left of the array.
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
  frame(a + 45, 20);
  fill(a + 62, 3);
  return 0;
}
