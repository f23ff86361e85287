// entry: first
// expect: bad input message~"may not be negated"
/*@ requires n > 0 && \valid_read(a + (0 .. n - 1)) && ((\forall integer i; 0 <= i < n ==> a[i] == 0) ==> n == 1); */
int first(const int *a, int n)
{
  return a[0] / n;
}

int main(void)
{
  int a[1] = {1};
  return first(a, 1) != 1;
}
