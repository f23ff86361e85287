// expect: unknown message~"attribute"
// concrete: none (what is promised is no value)
static int count;

__attribute__((const, noinline)) static int now(void)
{
  return count;
}

int main(void)
{
  count = 5;
  return now();
}
