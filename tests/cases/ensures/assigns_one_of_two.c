// entry: set
// expect: proved
// A call is found although the contract leaves a writable block out of what it assigns.
/*@ requires \valid(p) && \valid(q) && \separated(p, q); assigns *p; ensures *q == \old(*q); */
int set(int *p, int *q)
{
  *p = 1;
  return *q;
}

int main(void)
{
  int a = 3, b = 5;
  return set(&a, &b);
}
