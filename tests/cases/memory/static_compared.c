// entry: f
// expect: unknown
// The pointer that is equal is written through.
static int n = 3;
static int t[4];

void set(int *q)
{
  if (q == &n)
    *q = 100;
}

/*@ requires k >= 0; */
int f(int k)
{
  return t[n];
}
