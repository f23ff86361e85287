// entry: set
// expect: unknown
// concrete: none (nothing goes wrong but what is promised)
/*@ requires \valid(p) && \valid(q) && \separated(p, q); assigns *p; */
int set(int *p, int *q)
{
  *q = 1;
  return *p;
}

int main(void)
{
  int a = 3, b = 5;
  return set(&a, &b);
}
