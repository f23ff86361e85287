// entry: f
// expect: proved
// What the callee does to its copy the caller does not see.
struct box {
  int n, cells[7];
};

static struct box made(int n)
{
  struct box b = { n, { 0 } };
  return b;
}

static int emptied(struct box b, unsigned i)
{
  b.n = 1000;
  return b.cells[i % 7] + b.n;
}

/*@ requires 0 <= n < 100; */
int f(int n)
{
  int a[100] = { 0 };
  struct box b = made(n);
  int r = emptied(b, 3);
  return a[b.n] + (r & 1);
}

int main(void)
{
  return f(99);
}
