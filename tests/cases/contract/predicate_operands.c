// entry: get
// expect: bad input message~"has 2 parameters, 1 given"
/*@ predicate below(int n, int most) = n < most; */
/*@ requires below(n); */
int get(int n)
{
  return n;
}

int main(void)
{
  return 0;
}
