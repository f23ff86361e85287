// entry: f
// expect: unknown
// concrete: none (the interpreter knows no integers of 96 bits)
struct pair {
  int a, b;
};

struct three {
  int a, b, c;
};

static struct pair two(int a)
{
  struct pair t = { a, 3 };
  if (a > 7)
    t.a = 1;
  return t;
}

static struct three three(int a)
{
  struct three t = { a, 2, 4 };
  return t;
}

/*@ requires \true; */
int f(int x)
{
  int a[4] = { 0 };
  struct pair p = two(x);
  struct three t;
  t = three(p.a);
  return a[p.b] | a[t.b] | a[t.c];
}

int main(void)
{
  return f(3) + f(8);
}
