// entry: next
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x < 1000; ensures \result == x + 1 && \result <= 1000; */
int next(int x)
{
  return x + 1;
}

int main(void)
{
  must(next(7) == 8);
  return 0;
}
