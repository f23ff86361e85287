// entry: sum
// expect: violated no overflow
// The last element is none of those of which the contract speaks.
/*@ requires 0 <= n <= 1000 && \valid_read(a + (0 .. n)) && \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100; */
int sum(const int *a, int n)
{
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[2] = {1, 2147483647};
  return sum(a, 1);
}
