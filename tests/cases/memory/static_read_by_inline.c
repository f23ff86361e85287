// entry: f
// expect: unknown
// concrete: none (what errs is another file's definition)
// A call of an inline definition may mean the one of another file, which may write.
static int n = 3;
static int t[4];

inline int use(int *p)
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
