// entry: next
// expect: unknown
/* The last value that the contract allows lies behind the array. */
/*@ requires 0 <= i32[&next::count] <= 5; */
unsigned next(int set)
{
  static int count;
  unsigned calls[5] = {0};
  if (set) {
    count = set;
    return 0;
  }
  return calls[count]++;
}

int main(void)
{
  next(5);
  return (int)next(0);
}
