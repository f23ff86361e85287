// options: --attempt composed
// expect: proved
/*@ requires \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1)) && n >= 1 && \separated(d + (0 .. n - 1), s + (0 .. n - 1)); */
static int copy(int *d, const int *s, int n)
{
  int first = s[0];
  for (int i = 0; i < n; i++)
    d[i] = s[i];
  return first == s[0];
}

int main(void)
{
  int a[8], b[9];
  for (int i = 0; i < 8; i++)
    a[i] = i;
  int same = copy(b + 1, a, 8) && copy(a, b, 8);
  int *p = same ? a : 0;
  p[0] = 1;
  return 0;
}
