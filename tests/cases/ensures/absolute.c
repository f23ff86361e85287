// entry: absolute
// expect: proved
// Returns that differ stay apart.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x > -1000; ensures \result >= 0 && (\result == x || \result == -x); */
int absolute(int x)
{
  return x < 0 ? -x : x;
}

int main(void)
{
  must(absolute(-7) == 7);
  must(absolute(0) >= 0);
  return 0;
}
