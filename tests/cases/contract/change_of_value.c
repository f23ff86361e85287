// entry: get
// expect: bad input message~"may change the value"
/*@ requires (unsigned char)n < 4; */
int get(int n)
{
  return 4 / (n + 1);
}

int main(void)
{
  return 0;
}
