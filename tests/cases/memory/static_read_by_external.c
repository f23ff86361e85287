// entry: f
// expect: proved
static int n = 3;
static int t[4];

int use(int *p)
{
  return *p;
}

int g(void)
{
  return use(&n);
}

/*@ requires k >= 0; */
int f(int k)
{
  return t[n];
}
