// entry: get
// expect: proved
#define N 7
static int t[N];

/*@ requires 0 <= i < N; */
int get(int i)
{
  return t[i];
}

int main(void)
{
  return get(N - 1);
}
