// entry: f
// expect: bad input message~"the function returns nothing"
/*@ ensures \result == 0; */
void f(void)
{
}

int main(void)
{
  f();
  return 0;
}
