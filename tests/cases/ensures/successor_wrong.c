// entry: next
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x < 1000; ensures \result == x + 2; */
int next(int x)
{
  return x + 1;
}

int main(void)
{
  must(next(7) == 9);
  return 0;
}
