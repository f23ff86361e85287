// entry: f
// expect: unknown
struct span {
  long begin, end;
};

static struct span made(long at)
{
  struct span s = { at, at + 3 };
  return s;
}

/*@ requires 0 <= at < 98; */
int f(long at)
{
  int a[100] = { 0 };
  struct span s = made(at);
  return a[s.begin] | a[s.end];
}

int main(void)
{
  return f(97);
}
