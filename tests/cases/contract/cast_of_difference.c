// entry: share
// expect: bad input message~"may change the value"
// In C the difference of 0 and 1 is the greatest unsigned number; a term of a contract is mathematical.
/*@ requires (unsigned)(n - 1) >= 5; */
int share(unsigned n)
{
  return 100 / n;
}

int main(void)
{
  return share(0);
}
