// entry: twice
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

static int plus(int x)
{
  return x + 1;
}

/*@ requires x < 1000; assigns \nothing; ensures \result == x + 2; */
int twice(int x)
{
  return plus(plus(x));
}

int main(void)
{
  must(twice(1) == 3);
  return 0;
}
