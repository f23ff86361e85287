// entry: f
// expect: bad input message~"not supported in ensures"
/*@ requires \valid(s); ensures valid_string(s); */
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
