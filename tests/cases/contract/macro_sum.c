// entry: put
// expect: bad input message~"no operand by itself"
// The preprocessor makes 2*2+2 of it: d has 6 bytes.
#define N 2+2

/*@ requires \valid(d + (0 .. 2*N - 1)); */
void put(char *d)
{
  d[7] = 0;
}

int main(void)
{
  char d[2 * N];
  put(d);
  return 0;
}
