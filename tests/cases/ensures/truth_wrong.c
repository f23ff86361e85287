// entry: positive
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result == 1 ==> x > 1; */
_Bool positive(int x)
{
  return x > 0;
}

int main(void)
{
  must(!positive(1) || 1 > 1);
  return 0;
}
