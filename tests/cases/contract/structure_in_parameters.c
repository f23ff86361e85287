// entry: get
// expect: bad input message~"no such type outside"
// The braces in the list begin no body.
/*@ requires p == 0 || \valid(p); */
int get(struct inner { int x; } *p)
{
  if (p)
    p->x = 1;
  return 0;
}

int main(void)
{
  return get(0);
}
