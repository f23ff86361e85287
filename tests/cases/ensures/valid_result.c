// entry: second
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p + (0 .. 1)); ensures \valid(\result) && \result == p + 1; */
int *second(int *p)
{
  return p + 1;
}

int main(void)
{
  int a[2];
  *second(a) = 3;
  must(a[1] == 3);
  return 0;
}
