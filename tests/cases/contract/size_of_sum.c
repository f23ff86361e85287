// entry: get
// expect: unknown
// The sum is a long: i may be 7.
static int t[4];

/*@ requires 0 <= i < sizeof(i + 1L); */
int get(int i)
{
  return t[i];
}

int main(void)
{
  return get(7);
}
