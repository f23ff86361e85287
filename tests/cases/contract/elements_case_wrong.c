// entry: first
// expect: violated memory safety
// Only one alternative says something of the elements.
static const int table[16] = {1};

/*@ requires \valid_read(a + (0 .. 3)) && (n > 5 || (\forall integer i; 0 <= i < 4 ==> 0 <= a[i] < 16)); */
int first(const int *a, int n)
{
  return table[a[n & 3]];
}

int main(void)
{
  int a[4] = {16, 100000000, 16, 16};
  return first(a, 9);
}
