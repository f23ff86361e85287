// entry: f
// expect: unknown
// The caller's structure keeps the 5.
struct box {
  int n, cells[7];
};

static int reset(struct box b)
{
  b.n = 0;
  return b.n;
}

/*@ requires \true; */
int f(void)
{
  int a[5] = { 0 };
  struct box b = { 5, { 0 } };
  int r = reset(b);
  return a[b.n] + r;
}

int main(void)
{
  return f();
}
