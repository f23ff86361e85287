// entry: f
// expect: unknown
// concrete: none (what errs is another file's definition)
// Another file's 'use' may take the place of this one, and write.
static int n = 3;
static int t[4];

__attribute__((weak)) int use(int *p)
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
