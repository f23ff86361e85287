// entry: share
// expect: proved
// Every difference of an unsigned number and 1 is a long: the cast changes nothing.
/*@ requires (long)(n - 1) >= 5; */
int share(unsigned n)
{
  return 100 / n;
}

int main(void)
{
  return share(6);
}
