// entry: first
// expect: proved
/*@ requires n > 0 && p != 0 ==> \valid_read(p + (0 .. n - 1)); */
int first(const int *p, int n)
{
  if (n <= 0 || !p)
    return 0;
  return p[n - 1];
}

int main(void)
{
  int x = 3;
  return first(&x, 1) + first(0, 1) + first(&x, 0) - 3;
}
