// entry: clamp
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires low <= high; ensures low <= \result <= high && (low <= x && x <= high ==> \result == x); */
int clamp(int x, int low, int high)
{
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}

int main(void)
{
  must(clamp(5, 1, 9) == 5);
  must(clamp(0, 1, 9) == 1);
  return 0;
}
