// entry: first
// expect: bad input message~"write one for each"
/*@ requires n > 0 && \valid_read(a + (0 .. n)) && \forall integer i; 0 <= i < n ==> a[i] <= a[i + 1]; */
int first(const int *a, int n)
{
  return a[0] / n;
}

int main(void)
{
  int a[2] = {1, 1};
  return first(a, 1) != 1;
}
