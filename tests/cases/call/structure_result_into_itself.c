// expect: unknown message~"attribute"
// concrete: none (clang without optimisation reads 1)
// C has 9 read; compilers differ, since the function may write its result to the object before it returns.
struct s { int a[8]; };
int t[4];

static struct s f(struct s *p)
{
  p->a[0] = 9;
  return (struct s){ { 1, p->a[0] } };
}

int main(void)
{
  struct s x = f(&x);
  return t[x.a[1]];
}
