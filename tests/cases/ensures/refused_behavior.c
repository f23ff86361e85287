// entry: f
// expect: bad input message~"'ensures' inside a behavior is not supported"
/*@ requires \valid(s); behavior zero: ensures *s == 0; */
void f(char *s)
{
  *s = 0;
}

int main(void)
{
  char c;
  f(&c);
  return 0;
}
