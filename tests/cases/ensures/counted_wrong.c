// entry: counted
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires n >= 0; ensures \result < n; */
int counted(int n)
{
  int i = 0;
  while (i < n)
    i++;
  return i;
}

int main(void)
{
  must(counted(3) < 3);
  return 0;
}
