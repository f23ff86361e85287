// entry: put
// expect: proved
int g = 1;

int get(void)
{
  return g;
}

/*@ requires \valid(p) && \separated(p, &g) && i32[&g] == 1; */
int put(int *p, int k)
{
  *p = 0;
  return (k & 1) / get();
}

int main(void)
{
  int x;
  return put(&x, 1);
}
