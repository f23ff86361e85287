// entry: get
// expect: bad input message~"does not lie inside what stands before it"
/*@ requires \valid(p + (0 .. n - 1)) && p[0] < 4; */
int get(int *p, unsigned n)
{
  return n > 0 ? p[0] : 0;
}

int main(void)
{
  return 0;
}
