// expect: proved
// The object is assigned when the function has returned.
struct s { int a[8]; };
int t[4];

static struct s f(struct s *p)
{
  p->a[0] = 3;
  return (struct s){ { 1, p->a[0] } };
}

int main(void)
{
  struct s x = { { 0 } };
  x = f(&x);
  return t[x.a[1]];
}
