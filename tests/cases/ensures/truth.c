// entry: positive
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures (\result == 0 || \result == 1) && (\result == 1 ==> x > 0); */
_Bool positive(int x)
{
  return x > 0;
}

int main(void)
{
  must(positive(1) == 1);
  must(positive(0) == 0);
  return 0;
}
