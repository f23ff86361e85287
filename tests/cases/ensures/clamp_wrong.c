// entry: clamp
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires low <= high; ensures low < \result <= high; */
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
  must(clamp(0, 1, 9) > 1);
  return 0;
}
