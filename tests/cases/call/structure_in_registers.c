// entry: f
// expect: proved
// Sixteen bytes are returned in two registers.
struct span {
  long begin, end;
};

static struct span made(long at)
{
  struct span s = { at, at + 3 };
  if (at > 90)
    s.end = at;
  return s;
}

static struct span behind(long at)
{
  return made(at + 1);
}

/*@ requires 0 <= at < 90; */
int f(long at)
{
  int a[100] = { 0 };
  struct span s = behind(at);
  return a[s.begin] | a[s.end];
}

int main(void)
{
  return f(0) + f(89);
}
