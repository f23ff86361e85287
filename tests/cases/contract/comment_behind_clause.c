// entry: f
// expect: proved
/*@ requires n > 0
  //@ && n == 2
  && n > 2; */
int f(int n)
{
  return 100 / (n - 2);
}

int main(void)
{
  return f(3);
}
