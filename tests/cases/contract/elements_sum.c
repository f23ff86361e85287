// entry: sum
// expect: proved
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100; */
int sum(const int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[3] = {0, 100, 7};
  return sum(a, 3) != 107;
}
