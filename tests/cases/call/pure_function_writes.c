// expect: unknown message~"attribute"
// concrete: none (what is promised is no value)
static int count;

__attribute__((pure, noinline)) static int next(void)
{
  return ++count;
}

int main(void)
{
  return next() + next();
}
