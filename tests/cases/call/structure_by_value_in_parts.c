// entry: f
// expect: proved
// Sixteen bytes are passed in two registers.
struct span {
  long begin, end;
};

static long inside(struct span s, long at)
{
  return s.begin <= at && at < s.end ? at - s.begin : 0;
}

/*@ requires 0 <= at < 1000; */
int f(long at)
{
  int a[10] = { 0 };
  struct span s = { 20, 30 };
  return a[inside(s, at)];
}

int main(void)
{
  return f(29) + f(5);
}
