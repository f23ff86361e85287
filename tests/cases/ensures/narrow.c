// entry: narrow
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures -128 <= \result <= 127; */
signed char narrow(int x)
{
  return (signed char)x;
}

int main(void)
{
  must(narrow(200) <= 127);
  return 0;
}
