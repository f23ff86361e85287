// expect: unknown message~"byval"
// concrete: none (the interpreter copies no structures that are passed by value)
// The call hands over the address of an array, and the function reads what lies in the place of a structure.
struct s { int a[12]; };
int t[4];
int q();

int main(void)
{
  int v[12] = { 1 };
  return q(v);
}

int q(x)
  struct s x;
{
  return t[x.a[0]];
}
