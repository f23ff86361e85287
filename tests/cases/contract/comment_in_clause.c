// entry: f
// expect: unknown
// The comment is no part of the clause, so n may be 2.
/*@ requires n > 0
  //@ && n == 3
  ; */
int f(int n)
{
  return 100 / (n - 2);
}

int main(void)
{
  return f(2);
}
