// entry: set
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p); assigns *p; ensures \result == \old(*p) && *p == 0; */
int set(int *p)
{
  int value = *p;
  *p = 0;
  return value;
}

int main(void)
{
  int a = 5;
  must(set(&a) == 5);
  return 0;
}
