// expect: proved
struct s { int a[8]; };
int t[4];

static struct s inner(int k)
{
  return (struct s){ { k } };
}

static struct s outer(int k)
{
  return inner(k);
}

int main(void)
{
  struct s x = outer(3);
  return t[x.a[0]];
}
