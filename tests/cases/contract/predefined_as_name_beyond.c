// entry: get
// expect: proved
#undef linux
enum
{
  FIRST,
  linux,
  SECOND,
  LAST
};
static int t[4];

/*@ requires 0 <= n <= LAST; */
int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(3);
}
