// entry: first
// expect: unknown
/*@ requires n > 0 && p != 0 ==> \valid_read(p + (0 .. n - 1)); */
int first(const int *p, int n)
{
  if (n <= 0)
    return 0;
  return p[n - 1];
}

int main(void)
{
  return first(0, 1);
}
