// options: --attempt composed
// expect: violated memory safety
// The part that is passed on is too large.
/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void down(int *p, int n)
{
  if (n == 0)
    return;
  p[0] = 1;
  down(p + 1, n);
}

int main(void)
{
  int a[20];
  down(a, 20);
  return 0;
}
