// entry: clear
// expect: unknown reason~"read-only memory is not written"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q); assigns *q; */
void clear(int *p, int *q)
{
  *p = 0;
  *q = 1;
}

int main(void)
{
  int a = 3, b = 4;
  clear(&a, &b);
  must(a == 3);
  return 0;
}
