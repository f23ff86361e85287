// entry: absolute
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires x > -1000; ensures \result > 0; */
int absolute(int x)
{
  return x < 0 ? -x : x;
}

int main(void)
{
  must(absolute(0) > 0);
  return 0;
}
