// entry: bits
// expect: unknown reason~"what the contract ensures at this return"
// An unsigned result is not negative.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result == x; */
unsigned bits(int x)
{
  return (unsigned)x;
}

int main(void)
{
  must((long)bits(-1) == -1);
  return 0;
}
