// entry: narrow
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires 0 <= x <= 1000; ensures \result == x; */
signed char narrow(int x)
{
  return (signed char)x;
}

int main(void)
{
  must(narrow(200) == 200);
  return 0;
}
