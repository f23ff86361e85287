// expect: proved
// A function that is `const` calls one that makes no such promise: what it does is found out.
__attribute__((noinline)) static unsigned magnitude(int x)
{
  return x < 0 ? -(unsigned)x : (unsigned)x;
}

__attribute__((const, noinline)) static unsigned difference(int a, int b)
{
  return magnitude(a) - magnitude(b);
}

int main(void)
{
  int a[8] = { 0 };
  return a[difference(-5, 3) & 7];
}
