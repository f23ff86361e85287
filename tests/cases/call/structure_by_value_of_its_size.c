// expect: proved
struct s { int a[12]; };
int t[4];
int q(struct s);

int main(void)
{
  struct s v[2] = { { { 1 } }, { { 2 } } };
  return q(v[1]);
}

int q(struct s x)
{
  return t[x.a[0]];
}
