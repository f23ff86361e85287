// expect: proved
// The object's address is given away after the function has returned, and each round has another object.
struct s { int a[8]; };
int t[4];

static struct s made(int k)
{
  struct s r = { { k } };
  return r;
}

static void next(struct s *p)
{
  p->a[0] = 3;
}

int main(void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct s x = made(i);
    next(&x);
    sum = t[x.a[0]];
  }
  return sum;
}
