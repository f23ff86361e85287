// entry: swap
// gap: proved
// The two may be one.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q); ensures *p == \old(*q) && *q == \old(*p); */
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
  must(a == 2 && b == 1);
  swap(&a, &a);
  must(a == 2);
  return 0;
}
