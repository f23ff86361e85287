// entry: f
// expect: unknown
// The other way round.
/*@ requires !whole || n > 0; */
int f(_Bool whole, int n)
{
  return whole ? 1 : 100 / n;
}

int main(void)
{
  return f(0, 0);
}
