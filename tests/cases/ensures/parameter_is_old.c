// entry: up
// expect: proved
// A parameter is its value at the call.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires n < 1000; ensures \result == n + 1; */
int up(int n)
{
  n = n + 1;
  return n;
}

int main(void)
{
  must(up(1) == 2);
  return 0;
}
