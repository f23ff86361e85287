// entry: search
// expect: violated termination
/*@ requires \valid_read(a + (0 .. n - 1)) && 0 <= n <= 1000000; */
int search(const int *a, int n, int x)
{
  int low = 0, high = n;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int main(void)
{
  int a[1] = {0};
  return search(a, 1, 1);
}
