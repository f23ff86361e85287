// options: --attempt composed
// expect: proved
// Each call satisfies the contract, so that one entry describes all of them.
/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void down(int *p, int n)
{
  if (n == 0)
    return;
  p[0] = 1;
  down(p + 1, n - 1);
}

int main(void)
{
  int a[20];
  down(a, 20);
  return 0;
}
