// entry: get
// expect: unknown
static int t[3];

/*@ requires 0 <= n <= 3; */
__typeof__(t[0]) get(int n)
{
  return t[n];
}

int main(void)
{
  return get(3);
}
