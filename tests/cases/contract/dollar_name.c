// entry: get
// expect: unknown
// The contract is another function's.
static int t[3];

/*@ requires 0 <= n < 3; */
int api$get(int n);

int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(7);
}
