// entry: store
// expect: proved
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q); ensures *p == 1 && *q == 2; */
void store(int *p, int *q)
{
  *p = 1;
  *q = 2;
}

int main(void)
{
  int a, b;
  store(&a, &b);
  must(a == 1 && b == 2);
  return 0;
}
