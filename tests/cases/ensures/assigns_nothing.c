// entry: sum
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p); assigns \nothing; ensures \result == *p && *p == \old(*p); */
int sum(int *p)
{
  int copy = *p;
  (void)copy;
  return *p;
}

int main(void)
{
  int a = 3;
  must(sum(&a) == 3);
  return 0;
}
