// entry: f
// expect: unknown
// concrete: none (what errs is another file's definition or call)
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
