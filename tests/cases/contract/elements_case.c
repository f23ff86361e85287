// entry: first
// expect: proved
static const int table[16] = {1};

/*@ requires \valid_read(a + (0 .. 3)) && (n > 5 ==> (\forall integer i; 0 <= i < 4 ==> 0 <= a[i] < 16)); */
int first(const int *a, int n)
{
  return n > 5 ? table[a[n & 3]] : 0;
}

int main(void)
{
  int a[4] = {15, 0, 1, 2};
  return first(a, 9) + first(a, 0);
}
