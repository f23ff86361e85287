// entry: next
// options: --signed-overflow wrap
// expect: unknown reason~"what the contract ensures at this return"
// The largest number has no successor: the run of main shows less.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result == x + 1; */
int next(int x)
{
  return x + 1;
}

int main(void)
{
  must(next(1) == 3);
  return 0;
}
