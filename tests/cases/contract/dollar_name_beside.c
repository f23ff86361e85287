// entry: get
// expect: proved
static int t[3];

int api$get(int n);

/*@ requires 0 <= n < 3; */
int get(int n);

int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(2);
}
