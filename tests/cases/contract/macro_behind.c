// entry: get
// expect: bad input message~"not the same everywhere"
// The contract names the variable.
int N = 100;
static int t[7];

/*@ requires 0 <= i < N; */
int get(int i)
{
  return t[i];
}

#define N 7

int main(void)
{
  return get(N - 1);
}
