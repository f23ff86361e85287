// entry: first
// expect: bad input message~"do not all lie inside what stands before them"
/*@ requires n > 0 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i <= n ==> a[i] > 0; */
int first(const int *a, int n)
{
  return 5 / a[0];
}

int main(void)
{
  int a[1] = {1};
  return first(a, 1) != 5;
}
