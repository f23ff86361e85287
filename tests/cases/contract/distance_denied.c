// entry: few
// expect: bad input message~"nothing says that the distance is whole"
/*@ requires !(end - p < 4); */
int few(int *p, int *end)
{
  return 0;
}

int main(void)
{
  return 0;
}
