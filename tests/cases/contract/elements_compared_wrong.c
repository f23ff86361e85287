// entry: next
// expect: unknown
// The contract is about the array, and says nothing of how large its first element is.
/*@ requires n >= 2 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> a[i] <= a[0]; */
int next(const int *a, int n)
{
  return a[1] + 1;
}

int main(void)
{
  int a[2] = {2147483647, 2147483647};
  return next(a, 2);
}
