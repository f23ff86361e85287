// entry: main
// expect: violated no overflow
/*@ requires 0 <= n <= 100 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100; */
static int sum(const int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i;
  a[49] = 2147483647;
  return sum(a, 50);
}
