// expect: unknown message~"attribute"
// concrete: none (what is promised is no value)
static int calls;

__attribute__((noinline)) static int magnitude(int x)
{
  calls++;
  return x & 7;
}

__attribute__((const, noinline)) static int difference(int a, int b)
{
  return magnitude(a) - magnitude(b);
}

int main(void)
{
  return difference(5, 3) + calls;
}
