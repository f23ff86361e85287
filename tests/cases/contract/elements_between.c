// entry: choose
// expect: proved
static const char names[10] = "abcdefghi";

/*@ requires 0 <= low <= high <= n && \valid_read(a + (0 .. n - 1)) && \forall integer i; low <= i < high ==> 0 <= *(a + i) < 10; */
int choose(const int *a, int n, int low, int high)
{
  for (int i = low; i < high; i++)
    if (names[a[i]] == 'c')
      return i;
  return -1;
}

int main(void)
{
  int a[4] = {-1, 9, 2, 1000};
  return choose(a, 4, 1, 3) != 2;
}
