// expect: unknown message~"byval"
// concrete: none (the interpreter copies no structures that are passed by value)
// The function reads beyond the structure that the call hands over.
struct s { int a[12]; };
struct r { int a[6]; };
int t[4];
int q(struct s);

int main(void)
{
  struct r v[2] = { { { 1 } }, { { 2 } } };
  return ((int (*)(struct r))q)(v[0]);
}

int q(struct s x)
{
  return t[x.a[6]];
}
