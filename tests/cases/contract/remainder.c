// entry: f
// expect: proved
// Truncated as in C: what is left has the sign of n.
/*@ requires n % 10 == 3 && n / -100 == 0; */
int f(int n)
{
  return 1000 / (n - 4);
}

int main(void)
{
  return f(3) & 1;
}
