// entry: bits
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x >= 0; ensures \result == x; */
unsigned bits(int x)
{
  return (unsigned)x;
}

int main(void)
{
  must(bits(7) == 7);
  return 0;
}
