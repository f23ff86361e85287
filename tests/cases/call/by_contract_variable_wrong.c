// options: --attempt composed
// expect: violated memory safety
// A constant variable is lent to be written.
static int table[10];
static const int primes[5] = {2, 3, 5, 7, 11};

/*@ requires \valid(p + (0 .. n - 1)) && n >= 0; */
static void zero(int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = 0;
}

/*@ requires \valid_read(p + (0 .. n - 1)) && n >= 0; */
static unsigned sum(const int *p, int n)
{
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)p[i];
  return s;
}

int main(void)
{
  zero(table, 10);
  zero((int *)primes + 1, 2);
  return sum(table, 7) + sum(primes + 1, 4) > 99;
}
