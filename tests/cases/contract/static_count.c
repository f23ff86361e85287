// entry: next
// expect: proved
/*@ requires 0 <= i32[&next::count] < 5; */
int next(void)
{
  static int count;
  static unsigned calls[5];
  calls[count]++;
  count = (count + 1) % 5;
  return count;
}

int main(void)
{
  return next() - 1;
}
