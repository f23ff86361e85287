// entry: get
// expect: unknown
// Without the macro the name is an enumerator as others: LAST is 3.
#undef linux
enum
{
  FIRST,
  linux,
  SECOND,
  LAST
};
static int t[3];

/*@ requires 0 <= n <= LAST; */
int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(3);
}
