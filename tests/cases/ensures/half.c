// entry: half
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x >= 0; ensures \result == x / 2 && 2 * \result <= x; */
int half(int x)
{
  return x / 2;
}

int main(void)
{
  must(2 * half(7) <= 7);
  return 0;
}
