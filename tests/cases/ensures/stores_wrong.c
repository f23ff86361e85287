// entry: store
// expect: unknown reason~"what the contract ensures at this return"
// The two may be one.
static void must(int holds)
{
  int one = 1 / holds;
  (void)one;
}

/*@ requires \valid(p) && \valid(q); ensures *p == 1 && *q == 2; */
void store(int *p, int *q)
{
  *p = 1;
  *q = 2;
}

int main(void)
{
  int a;
  store(&a, &a);
  must(a == 1);
  return 0;
}
