// entry: put
// expect: proved
#define N (2+2)

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
