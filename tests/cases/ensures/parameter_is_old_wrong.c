// entry: up
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires n < 1000; ensures \result == n; */
int up(int n)
{
  n = n + 1;
  return n;
}

int main(void)
{
  must(up(1) == 1);
  return 0;
}
