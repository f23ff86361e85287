// entry: get
// expect: bad input message~"no call satisfies"
/*@ requires n < 3 && (n == 4 || \valid(p) && *p < 0 && *p > 5); */
int get(int *p, int n)
{
  return *p;
}

int main(void)
{
  return 0;
}
