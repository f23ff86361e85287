// entry: next
// options: --signed-overflow ideal
// expect: proved
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
  must(next(1) == 2);
  return 0;
}
