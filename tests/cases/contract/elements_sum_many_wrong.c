// entry: sum
// expect: violated no overflow
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 3000000; */
int sum(const int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  static int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = 3000000;
  return sum(a, 1000);
}
