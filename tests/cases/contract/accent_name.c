// entry: get
// expect: unknown
// The accent is a character of its own, and a part of the name.
static int t[3];

/*@ requires 0 <= n < 3; */
int é́get(int n);

int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(7);
}
