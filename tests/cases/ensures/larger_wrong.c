// entry: larger
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result >= a && \result == b; */
int larger(int a, int b)
{
  if (a > b)
    return a;
  return b;
}

int main(void)
{
  must(larger(9, 3) == 3);
  return 0;
}
