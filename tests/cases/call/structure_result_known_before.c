// expect: unknown message~"attribute"
// clang without optimisation has 100 written to x, and read as p->a[0].
struct s { int a[8]; };
int t[4];

static struct s made(struct s *p)
{
  p->a[0] = 3;
  struct s r = { { 100 } };
  t[p->a[0]] = 1;
  return r;
}

int main(void)
{
  struct s *p, x = (p = &x, made(p));
  return x.a[1];
}
