// entry: next
// expect: proved
/*@ requires n < __INT_MAX__; */
int next(int n)
{
  return n + 1;
}

int main(void)
{
  return next(2147483646) == 0;
}
