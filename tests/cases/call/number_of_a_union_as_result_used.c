// entry: g
// expect: proved
union number { int whole; float broken; };

static int table[4];

static void clear(union number *n)
{
  n->whole = 4;
}

static int made(int n)
{
  union number x __attribute__((cleanup(clear)));
  x.whole = n & 3;
  return x.whole;
}

int g(int n)
{
  union number y;
  y.whole = made(n);
  return table[y.whole];
}

int main(void)
{
  return g(7);
}
