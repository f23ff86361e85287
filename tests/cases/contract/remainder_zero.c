// entry: f
// expect: unknown
// Truncated as in C: what is left has the sign of n.
/*@ requires n % 10 == 4 && n / -100 == 0; */
int f(int n)
{
  return 1000 / (n - 4);
}

int main(void)
{
  return f(4) & 1;
}
