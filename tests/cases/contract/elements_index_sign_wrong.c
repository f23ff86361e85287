// entry: look
// expect: violated memory safety
// A char may be negative.
static const int table[16] = {1, 2, 3};

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> a[i] < 16; */
int look(const signed char *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= table[a[i]];
  return s;
}

int main(void)
{
  signed char a[2] = {0, -128};
  return look(a, 2);
}
