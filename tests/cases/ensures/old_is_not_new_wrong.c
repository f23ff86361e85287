// entry: set
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p); ensures \result == *p; */
int set(int *p)
{
  int value = *p;
  *p = 0;
  return value;
}

int main(void)
{
  int a = 5;
  must(set(&a) == a);
  return 0;
}
