// entry: larger
// expect: proved
// Without requires: of every call.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures \result >= a && \result >= b && (\result == a || \result == b); */
int larger(int a, int b)
{
  if (a > b)
    return a;
  return b;
}

int main(void)
{
  must(larger(3, 9) == 9);
  return 0;
}
