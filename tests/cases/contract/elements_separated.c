// entry: first
// expect: proved
static const int table[16] = {1};

/*@ requires \valid(a + (0 .. 3)) && \valid(b) && \separated(a + (0 .. 3), b) && \forall integer i; 0 <= i < 4 ==> 0 <= a[i] < 16; */
int first(int *a, int *b, int k)
{
  *b = k;
  a[2] = 15;
  return table[a[1]] ^ table[a[2]];
}

int main(void)
{
  int a[4] = {3, 15, 0, 1}, x;
  return first(a, &x, -1);
}
