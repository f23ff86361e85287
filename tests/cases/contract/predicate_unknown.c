// entry: get
// expect: bad input message~"no predicate of this name stands above"
// It stands below the contract.
/*@ requires small(n); */
int get(int n)
{
  return n;
}

/*@ predicate small(int n) = n < 4; */

int main(void)
{
  return 0;
}
