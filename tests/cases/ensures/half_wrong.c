// entry: half
// expect: unknown reason~"what the contract ensures at this return"
// Rounded towards zero.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures 2 * \result <= x; */
int half(int x)
{
  return x / 2;
}

int main(void)
{
  must(2 * half(-7) <= -7);
  return 0;
}
