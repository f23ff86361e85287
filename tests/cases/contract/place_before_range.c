// entry: get
// expect: bad input message~"does not lie inside what stands before it"
// In a contract, too, memory is read only where something before says that it is there.
/*@ requires *p < 4 && \valid(p); */
int get(int *p)
{
  return *p;
}

int main(void)
{
  return 0;
}
