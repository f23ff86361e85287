// entry: f
// expect: bad input message~"the name of something else"
// In C the contract speaks of M: f(50) satisfies it.
int N = 3;
int M = 100;
static int t[3];

static int limit(void)
{
  return N;
}
#define N M

/*@ requires 0 <= i < N && N <= 100; */
int f(int i)
{
  return limit() > 3 ? 0 : t[i];
}

int main(void)
{
  return f(2);
}
