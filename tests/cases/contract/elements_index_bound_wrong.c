// entry: look
// expect: violated memory safety
static const int table[16] = {1, 2, 3};

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> a[i] <= 16; */
int look(const unsigned char *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= table[a[i]];
  return s;
}

int main(void)
{
  unsigned char a[1] = {16};
  return look(a, 1);
}
