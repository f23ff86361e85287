// expect: unknown message~"attribute"
// concrete: none (what is promised is no value)
static int count;

__attribute__((noinline)) static int present(int x)
{
  return count + x;
}

__attribute__((const, noinline)) static int later(int x)
{
  return present(x & 7);
}

int main(void)
{
  count = 12;
  return later(5);
}
