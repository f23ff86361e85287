// entry: f
// expect: proved
// A parameter is a condition: as in C, that it is not 0.
/*@ requires whole || n > 0; */
int f(_Bool whole, int n)
{
  return whole ? 1 : 100 / n;
}

int main(void)
{
  return f(1, 0) - 1;
}
