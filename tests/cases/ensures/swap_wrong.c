// entry: swap
// expect: unknown reason~"what the contract ensures at this return"
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q); ensures *p == \old(*p); */
void swap(int *p, int *q)
{
  int t = *p;
  *p = *q;
  *q = t;
}

int main(void)
{
  int a = 1, b = 2;
  swap(&a, &b);
  must(a == 1);
  return 0;
}
