// entry: next
// expect: unknown
/*@ requires n <= __INT_MAX__; */
int next(int n)
{
  return n + 1;
}

int main(void)
{
  return next(2147483647) == 0;
}
