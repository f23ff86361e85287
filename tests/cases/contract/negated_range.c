// entry: get
// expect: bad input message~"negated"
/*@ requires !\valid(p); */
int get(int *p)
{
  return 0;
}

int main(void)
{
  return 0;
}
