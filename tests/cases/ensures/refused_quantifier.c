// entry: f
// expect: bad input message~"'.forall' is not supported in ensures"
/*@ requires \valid(s); ensures \forall integer i; 0 <= i < 1 ==> s[i] == 0; */
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
