// entry: local
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ ensures *\result == 5; */
int *local(void)
{
  int x = 5;
  int *volatile p = &x;
  return p;
}

int main(void)
{
  must(*local() == 5);
  return 0;
}
