// entry: get
// expect: bad input message~"uses itself"
/*@ predicate small(int n) = n == 0 || small(n - 1); */
/*@ requires small(n); */
int get(int n)
{
  return n;
}

int main(void)
{
  return 0;
}
