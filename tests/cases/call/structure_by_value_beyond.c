// entry: f
// expect: unknown
struct box {
  int n, cells[7];
};

static struct box made(int n)
{
  struct box b = { n + 1, { 0 } };
  return b;
}

/*@ requires 0 <= n < 100; */
int f(int n)
{
  int a[100] = { 0 };
  struct box b = made(n);
  return a[b.n];
}

int main(void)
{
  return f(99);
}
